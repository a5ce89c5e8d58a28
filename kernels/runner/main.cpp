// warpglass-kernels: lists and runs the kernels that Warpglass is validated on.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "runner/runner.h"

namespace warpglass::kernels {
namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;

constexpr const char* kHelp = R"(usage: warpglass-kernels --list [--format text|json]
       warpglass-kernels run NAME... [OPTION]...
       warpglass-kernels run --all [OPTION]...

Runs CUDA kernels by name (family-variant-size) and checks each output against a CPU reference.

  --list          show every kernel; those marked large are not in the sample set
  --all           run the whole sample set in the order of the list
  --launches N    launch each kernel N times (default 1)
  --events R      then time R warm launches with CUDA events
  --index FILE    write, as JSON, the name of every launch in order (timed launches are not in it)
  --format F      text (default) or json
)";

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Options {
  bool list = false;
  bool run = false;
  bool all = false;
  bool json = false;
  std::size_t launches = 1;
  std::size_t timed_launches = 0;
  std::string index_file;
  std::vector<std::string> names;
};

std::size_t parse_count(const std::string& option, const std::string& text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value == 0 || value > 1'000'000) {
    throw UsageError(option + " needs a number from 1 to 1000000, not '" + text + "'");
  }
  return value;
}

Options parse(const std::vector<std::string>& arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const auto value = [&]() -> const std::string& {
      if (i + 1 == arguments.size()) throw UsageError(argument + " needs a value");
      return arguments[++i];
    };
    if (argument == "--list") {
      options.list = true;
    } else if (argument == "run" && !options.run) {
      options.run = true;
    } else if (argument == "--all") {
      options.all = true;
    } else if (argument == "--launches") {
      options.launches = parse_count(argument, value());
    } else if (argument == "--events") {
      options.timed_launches = parse_count(argument, value());
    } else if (argument == "--index") {
      options.index_file = value();
    } else if (argument == "--format") {
      const std::string& format = value();
      if (format != "json" && format != "text")
        throw UsageError("--format is text or json, not '" + format + "'");
      options.json = format == "json";
    } else if (argument.starts_with('-')) {
      throw UsageError("unknown option '" + argument + "'");
    } else {
      options.names.push_back(argument);
    }
  }
  if (options.list == options.run) throw UsageError("say either --list or run");
  if (options.run && options.all != options.names.empty()) {
    throw UsageError("run needs kernel names or --all, and not both");
  }
  return options;
}

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

const Case& find(const std::vector<Case>& cases, const std::string& name) {
  const auto found =
      std::find_if(cases.begin(), cases.end(), [&](const Case& c) { return c.name() == name; });
  if (found != cases.end()) return *found;
  std::vector<std::string> near;
  for (const Case& c : cases) near.push_back(c.name());
  std::stable_sort(near.begin(), near.end(), [&](const std::string& a, const std::string& b) {
    return edit_distance(a, name) < edit_distance(b, name);
  });
  throw UsageError("there is no kernel '" + name + "'; the nearest are " + near[0] + ", " + near[1] +
                   " and " + near[2]);
}

std::string describe(const Case& c) {  // the members of a JSON object, without its braces
  char text[512];
  std::snprintf(text, sizeof text,
                R"("name": "%s", "family": "%s", "variant": "%s", "size": %zu, "function": "%s", )"
                R"("grid": [%u, %u, %u], "block": [%u, %u, %u], "bytes": %zu, "large": %s)",
                c.name().c_str(), c.family.c_str(), c.variant.c_str(), c.size, c.function.c_str(), c.grid.x,
                c.grid.y, c.grid.z, c.block.x, c.block.y, c.block.z, c.bytes(), c.large ? "true" : "false");
  return text;
}

void print_array(const std::vector<std::string>& members, std::ostream& out) {
  out << '[';
  for (std::size_t i = 0; i < members.size(); ++i)
    out << (i == 0 ? "\n" : ",\n") << "  {" << members[i] << '}';
  out << "\n]\n";
}

void list(const std::vector<Case>& cases, bool json) {
  std::vector<std::string> members;
  for (const Case& c : cases) {
    members.push_back(describe(c));
    if (json) continue;
    std::printf("%-36s grid %4ux%-3u block %4ux%-3u %9zu bytes%s\n", c.name().c_str(), c.grid.x, c.grid.y,
                c.block.x, c.block.y, c.bytes(), c.large ? "  large" : "");
  }
  if (json) print_array(members, std::cout);
}

void write_index(const std::string& path, const std::vector<const Case*>& selected, std::size_t launches) {
  std::vector<std::string> members;
  for (const Case* c : selected) {
    for (std::size_t i = 0; i < launches; ++i) {
      members.push_back("\"launch\": " + std::to_string(members.size()) + ", " + describe(*c));
    }
  }
  std::ofstream file(path);
  print_array(members, file);
  if (!file.flush()) throw std::runtime_error("cannot write the index to '" + path + "'");
}

std::string result_text(const Case& c, const Outcome& outcome, bool json) {
  const Timing& t = outcome.timing;
  char text[512];
  if (json) {
    int length =
        std::snprintf(text, sizeof text, R"("name": "%s", "ok": %s, "worst_error": %g)", c.name().c_str(),
                      outcome.error.empty() ? "true" : "false", std::min(outcome.worst_error, 1e300));
    if (t.launches != 0) {
      std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length),
                    R"(, "launches": %zu, "median_us": %.3f, "min_us": %.3f, "max_us": %.3f)", t.launches,
                    t.median, t.minimum, t.maximum);
    }
    return text;
  }
  int length = std::snprintf(text, sizeof text, "%-36s %s, worst error %.2g", c.name().c_str(),
                             outcome.error.empty() ? "right" : "WRONG", outcome.worst_error);
  if (t.launches != 0) {
    std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length),
                  ", warm median %.3f us (%.3f to %.3f, %zu launches)", t.median, t.minimum, t.maximum,
                  t.launches);
  }
  return text;
}

int run(const std::vector<Case>& cases, const Options& options) {
  std::vector<const Case*> selected;
  for (const std::string& name : options.names) selected.push_back(&find(cases, name));
  if (options.all) {
    for (const Case& c : cases) {
      if (!c.large) selected.push_back(&c);
    }
  }
  if (!options.index_file.empty()) write_index(options.index_file, selected, options.launches);
  std::vector<std::string> members;
  std::size_t failed = 0;
  for (const Case* c : selected) {
    const Outcome outcome = run_case(*c, options.launches, options.timed_launches);
    members.push_back(result_text(*c, outcome, options.json));
    if (!options.json) std::cout << members.back() << std::endl;
    if (outcome.error.empty()) continue;
    ++failed;
    std::cerr << "warpglass-kernels: " << outcome.error << '\n';
  }
  if (options.json) print_array(members, std::cout);
  return failed == 0 ? 0 : kFailed;
}

int main_with_errors(const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h") {
    (arguments.empty() ? std::cerr : std::cout) << kHelp;
    return arguments.empty() ? kUsage : 0;
  }
  const Options options = parse(arguments);
  const std::vector<Case> cases = all_cases();
  if (options.list) {
    list(cases, options.json);
    return 0;
  }
  return run(cases, options);
}

}  // namespace
}  // namespace warpglass::kernels

int main(int argc, char** argv) {
  try {
    return warpglass::kernels::main_with_errors({argv + 1, argv + argc});
  } catch (const warpglass::kernels::UsageError& error) {
    std::cerr << "warpglass-kernels: " << error.what() << " (see --help)\n";
    return warpglass::kernels::kUsage;
  } catch (const std::exception& error) {
    std::cerr << "warpglass-kernels: " << error.what() << '\n';
    return warpglass::kernels::kFailed;
  }
}
