#include "models/ablations.h"

#include <toml++/toml.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/file.h"

namespace warpglass {
namespace {

constexpr uint64_t kLargestFile = 1 << 20;

class Reader {
 public:
  Reader(const std::string& file, const Model& model) : file_(file), model_(model) {}

  std::vector<Ablation> list(const toml::table& root) const {
    const toml::array* entries = root.get_as<toml::array>("ablation");
    if (entries == nullptr || entries->empty() || root.size() != 1)
      throw bad_input("{}: it holds [[ablation]] entries and nothing else", file_);
    std::vector<Ablation> found;
    std::set<std::string> names;
    for (const toml::node& node : *entries) {
      const toml::table* table = node.as_table();
      if (table == nullptr) fail(node, "an ablation is a table");
      found.push_back(entry(*table));
      if (!names.insert(found.back().name).second)
        fail(node, fmt::format("'{}' is listed twice", found.back().name));
    }
    return found;
  }

 private:
  [[noreturn]] void fail(const toml::node& where, const std::string& what) const {
    throw bad_input("{}:{}: {}", file_, where.source().begin.line, what);
  }

  Ablation entry(const toml::table& table) const {
    for (const auto& [key, value] : table)
      if (key.str() != "name" && key.str() != "settings" && key.str() != "meaning")
        fail(value, fmt::format("unknown key '{}' (name, settings, meaning)", key.str()));
    Ablation ablation{table["name"].value_or(std::string()), {}, table["meaning"].value_or(std::string())};
    const toml::array* settings = table.get_as<toml::array>("settings");
    if (ablation.name.empty() || ablation.meaning.empty() || settings == nullptr || settings->empty())
      fail(table, "an ablation needs name = \"…\", settings = [\"KEY=VALUE\", …] and meaning = \"…\"");
    for (const toml::node& setting : *settings) {
      if (!setting.is_string()) fail(setting, "a setting is text: \"KEY=VALUE\"");
      ablation.settings.push_back(**setting.as_string());
    }
    check(ablation, *settings);
    return ablation;
  }

  void check(const Ablation& ablation, const toml::node& where) const {
    Model changed = model_;
    try {
      for (const std::string& setting : ablation.settings) set_parameter(changed, setting);
    } catch (const Error& error) {
      fail(where, error.what());
    }
  }

  const std::string& file_;
  const Model& model_;
};

}  // namespace

std::vector<Ablation> parse_ablations(std::string_view text, const std::string& file, const Model& model) {
  toml::table root;
  try {
    root = toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    throw bad_input("{}:{}: {}", file, error.source().begin.line, error.description());
  }
  return Reader(file, model).list(root);
}

std::vector<Ablation> load_ablations(const Model& model) {
  const std::filesystem::path path = model_folder() / "ablations" / (model.name + ".toml");
  return parse_ablations(read_text_file(path, kLargestFile), path.string(), model);
}

}  // namespace warpglass
