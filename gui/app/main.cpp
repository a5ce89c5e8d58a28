// warpglass-gui [FILE…]: why is this kernel slow?
#include <QApplication>
#include <QCommandLineParser>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <thread>

#include "base/error.h"
#include "gui/app/main_window.h"
#include "gui/app/screenshot.h"
#include "gui/app/window_state.h"
#include "gui/widgets/theme.h"

using namespace warpglass::gui;

namespace {

struct Arguments {
  QStringList files;
  LoadOptions options;
  QString screenshot, export_to, view;
  QSize size{1280, 800};
  bool few_colours = false;
  bool resized = false;
  bool dark = false;
};

[[noreturn]] void usage_error(const QString& sentence) {
  std::fprintf(stderr, "warpglass-gui: %s\n", qPrintable(sentence));
  std::exit(2);
}

Arguments parse(const QCoreApplication& application) {
  QCommandLineParser parser;
  parser.setApplicationDescription(QStringLiteral("Shows why a CUDA kernel is slow."));
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument(QStringLiteral("file"), QStringLiteral("runs, capsules and traces (simulated now), measurements (.json)"), QStringLiteral("[FILE…]"));
  parser.addOptions({{QStringLiteral("model"), QStringLiteral("the GPU, for capsules and traces"), QStringLiteral("NAME"), QStringLiteral("h200")},
                     {QStringLiteral("set"), QStringLiteral("change a model parameter (repeatable)"), QStringLiteral("KEY=VALUE")},
                     {QStringLiteral("j"), QStringLiteral("threads for simulations; 0: one a core"), QStringLiteral("N"), QStringLiteral("0")},
                     {QStringLiteral("view"), QStringLiteral("page to show: verdict, timeline, source, banks, coalescing, memory, occupancy, roofline, compare"), QStringLiteral("NAME")},
                     {QStringLiteral("screenshot"), QStringLiteral("save an image of the window and end"), QStringLiteral("OUT.png")},
                     {QStringLiteral("detail"), QStringLiteral("SMs whose warps are recorded one by one in simulations: all, default (the first and a middle one) or sm=0,17"), QStringLiteral("WHICH"), QStringLiteral("default")},
                     {QStringLiteral("few-colours"), QStringLiteral("a smaller --screenshot of at most 256 colours")},
                     {QStringLiteral("export"), QStringLiteral("save the page as .png, .svg or .csv and end"), QStringLiteral("OUT")},
                     {QStringLiteral("memory"), QStringLiteral("the most that open files and a simulation may take; 0: half of this machine's memory"), QStringLiteral("GIB"), QStringLiteral("0")},
                     {QStringLiteral("size"), QStringLiteral("of the window"), QStringLiteral("WxH"), QStringLiteral("1280x800")},
                     {QStringLiteral("dark"), QStringLiteral("dark colours")}});
  parser.process(application);
  Arguments arguments;
  arguments.files = parser.positionalArguments();
  arguments.options.model = parser.value(QStringLiteral("model")).toStdString();
  for (const QString& setting : parser.values(QStringLiteral("set"))) arguments.options.settings.push_back(setting.toStdString());
  const unsigned threads = parser.value(QStringLiteral("j")).toUInt();
  arguments.options.threads = threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
  arguments.screenshot = parser.value(QStringLiteral("screenshot"));
  arguments.export_to = parser.value(QStringLiteral("export"));
  bool understood = false;
  const double memory = parser.value(QStringLiteral("memory")).toDouble(&understood);
  if (!understood || memory < 0 || memory > 1e6) usage_error(QStringLiteral("--memory: give a number of GiB, such as 8"));
  if (memory > 0) arguments.options.memory_limit = static_cast<uint64_t>(memory * static_cast<double>(uint64_t{1} << 30));
  arguments.view = parser.value(QStringLiteral("view"));
  try {
    arguments.options.detail = warpglass::sim::parse_detail(parser.value(QStringLiteral("detail")).toStdString());
  } catch (const warpglass::Error& error) {
    usage_error(QString::fromUtf8(error.what()));
  }
  arguments.few_colours = parser.isSet(QStringLiteral("few-colours"));
  arguments.dark = parser.isSet(QStringLiteral("dark"));
  arguments.resized = parser.isSet(QStringLiteral("size"));
  const QStringList size = parser.value(QStringLiteral("size")).split(QLatin1Char('x'));
  arguments.size = QSize(size.value(0).toInt(), size.value(1).toInt());
  if (size.size() != 2 || arguments.size.width() < 200 || arguments.size.height() < 150) usage_error(QStringLiteral("--size: give WIDTHxHEIGHT, such as 1920x1080"));
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("warpglass-gui"));
  QApplication::setApplicationDisplayName(QStringLiteral("Warpglass"));
  QApplication::setOrganizationName(QStringLiteral("warpglass"));
  QApplication::setApplicationVersion(QStringLiteral(WARPGLASS_VERSION));
  QApplication::setStyle(QStringLiteral("Fusion"));
  const Arguments arguments = parse(application);
  const bool picture = !arguments.screenshot.isEmpty() || !arguments.export_to.isEmpty();
  const Appearance appearance = picture ? Appearance() : read_appearance();
  const bool system_dark = QApplication::palette().color(QPalette::Base).lightnessF() < 0.5f;
  apply_palette(arguments.dark || (picture ? false : appearance.dark.value_or(system_dark)));
  apply_text_size(appearance.text_size);

  MainWindow window(arguments.options);
  window.resize(arguments.size);
  if (!picture) {
    window.remember_layout();
    restore_window(window);
  }
  if (arguments.resized) window.resize(arguments.size);
  window.show();
  window.open(arguments.files);
  window.show_view(arguments.view);
  if (picture) save_and_end(window, {arguments.screenshot, arguments.few_colours, arguments.export_to});
  return QApplication::exec();
}
