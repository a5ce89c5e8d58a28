// Corrupt, truncated, foreign and newer files opened in the window: a sentence that names the file, and what
// was open stays.
#include <QFileInfo>
#include <QTemporaryDir>
#include <random>

#include "sim/run_file.h"
#include "traces/capsule.h"
#include "traces/trace/trace_writer.h"
#include "window_test.h"

namespace warpglass::gui {
namespace {

class BadFiles : public testing::Test {
 protected:
  QString write(const char* name, const QByteArray& bytes) {
    const QString path = folder_.filePath(QString::fromUtf8(name));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return path;
  }
  QByteArray run_bytes() {
    const QString path = folder_.filePath(QStringLiteral("good.run"));
    if (!QFileInfo::exists(path))
      sim::write_run(test::sample("transpose-conflict-256")->result, path.toStdString());
    return bytes_of(path);
  }
  QByteArray trace_bytes() {
    const QString path = folder_.filePath(QStringLiteral("good.trace"));
    if (!QFileInfo::exists(path))
      write_trace(Capsule::open(test::sample_path("transpose-conflict-256")), path.toStdString());
    return bytes_of(path);
  }
  static QByteArray bytes_of(const QString& path) {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return file.readAll();
  }
  /// One problem a file, each naming its file; the sample stays open.
  void expect_sentences(const QStringList& paths) {
    MainWindow window;
    test::show_with_sample(window);
    test::open_and_wait(window, paths);
    ASSERT_EQ(window.problems().size(), paths.size())
        << window.problems().join(QLatin1Char('\n')).toStdString();
    for (qsizetype i = 0; i < paths.size(); ++i) {
      EXPECT_TRUE(window.problems()[i].contains(QFileInfo(paths[i]).fileName()))
          << window.problems()[i].toStdString();
      EXPECT_GT(window.problems()[i].size(), paths[i].size() + 12) << window.problems()[i].toStdString();
    }
    EXPECT_EQ(window.session().runs().size(), 1u);
  }

  QTemporaryDir folder_;
};

TEST_F(BadFiles, ForeignOnes) {
  expect_sentences({write("picture.run", QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16)),
                    write("text.capsule", "hello"), write("empty.run", {}),
                    write("page.json", "<html></html>"), write("other.json", "{\"name\": 5}"),
                    write("list.json", "[1, 2, 3]"), folder_.path(), QStringLiteral("/does/not/exist.run"),
                    write("sqlite.run", QByteArray("SQLite format 3\0", 16) + QByteArray(200, '\0'))});
}

TEST_F(BadFiles, TruncatedOnes) {
  const QByteArray run = run_bytes(), capsule = bytes_of(test::sample_file("transpose-conflict-256")),
                   json = bytes_of(
                       QString::fromStdString(test::measurement_path("transpose-conflict-256").string()));
  expect_sentences({write("half.run", run.left(run.size() / 2)), write("header.run", run.left(60)),
                    write("most.run", run.left(run.size() - 4096)),
                    write("half.capsule", capsule.left(capsule.size() / 2)),
                    write("half.trace", trace_bytes().left(trace_bytes().size() / 2)),
                    write("half.json", json.left(json.size() / 2))});
}

TEST_F(BadFiles, NewerOnes) {
  QStringList paths;
  for (QByteArray bytes :
       {run_bytes(), bytes_of(test::sample_file("transpose-conflict-256")), trace_bytes()}) {
    bytes[63] = 99;  // user_version of SQLite's header, big-endian at 60
    paths << write(qPrintable(QStringLiteral("newer-%1.run").arg(paths.size())), bytes);
  }
  MainWindow window;
  test::open_and_wait(window, paths);
  ASSERT_EQ(window.problems().size(), 3);
  for (const QString& problem : window.problems())
    EXPECT_TRUE(problem.contains(QStringLiteral("99"))) << problem.toStdString();
}

// Anything may happen to a file's bytes; each is opened as it was or refused, and the window lives.
TEST_F(BadFiles, CorruptOnes) {
  std::mt19937 random(4);
  QStringList paths;
  for (const QByteArray& good :
       {run_bytes(), bytes_of(test::sample_file("transpose-conflict-256")), trace_bytes()})
    for (int i = 0; i < 12; ++i) {
      QByteArray bytes = good;
      for (int flip = 0; flip < 3; ++flip)
        bytes[static_cast<qsizetype>(random() % static_cast<uint64_t>(bytes.size()))] =
            static_cast<char>(random());
      paths << write(qPrintable(QStringLiteral("corrupt-%1.run").arg(paths.size())), bytes);
    }
  MainWindow window;
  test::show_with_sample(window);
  test::open_and_wait(window, paths);
  EXPECT_GE(window.problems().size(), paths.size() / 2);
  EXPECT_EQ(window.session().runs().size() + static_cast<size_t>(window.problems().size()),
            static_cast<size_t>(paths.size()) + 1);
  // Checksums leave nothing but unused bytes unnoticed: what was opened is as it was.
  for (const RunPointer& run : window.session().runs()) {
    EXPECT_EQ(run->result.cycles, test::sample("transpose-conflict-256")->result.cycles) << run->path;
    EXPECT_EQ(run->result.stalls(), test::sample("transpose-conflict-256")->result.stalls()) << run->path;
  }
}

}  // namespace
}  // namespace warpglass::gui
