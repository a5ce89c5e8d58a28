// Reads models/*.toml. Each parameter is a table: key = {value = 41, source = "paper", note = "arXiv 2402.13499"}.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <toml++/toml.h>

#include <fmt/ranges.h>

#include "base/error.h"
#include "base/file.h"
#include "base/nearest.h"
#include "models/model.h"

namespace warpglass {
namespace fs = std::filesystem;

void store_value(Model& model, size_t index, double value);

namespace {

constexpr uint64_t kLargestModelFile = 1 << 20;
constexpr int kDeepestInheritance = 8;

struct Context {
  const std::string& file;
  const fs::path& folder;
  int depth;
};

[[noreturn]] void fail(const Context& context, const toml::source_region& where, const std::string& what) {
  throw bad_input("{}:{}: {}", context.file, where.begin.line, what);
}

std::string text_of(const Context& context, const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return "";
  if (!node->is_string()) fail(context, node->source(), fmt::format("'{}' must be text in quotes", key));
  return **node->as_string();
}

ValueSource source_of(const Context& context, const toml::table& table, std::string_view key) {
  const std::string text = text_of(context, table, "source");
  for (const ValueSource source : {ValueSource::Measured, ValueSource::Datasheet, ValueSource::Paper, ValueSource::Assumed})
    if (text == name(source)) return source;
  fail(context, table.source(),
       fmt::format("'{}' needs source = \"measured\", \"datasheet\", \"paper\" or \"assumed\"", key));
}

void read_parameter(const Context& context, Model& model, size_t index, const toml::node& node) {
  const ParameterInfo& info = parameters()[index];
  const toml::table* table = node.as_table();
  if (table == nullptr)
    fail(context, node.source(), fmt::format("'{}' must be {{value = …, source = \"…\", note = \"…\"}}", info.key));
  static const std::set<std::string_view> known{"value", "source", "note", "spread", "date"};
  for (const auto& [key, unused] : *table)
    if (!known.contains(key.str()))
      fail(context, key.source(), fmt::format("'{}' has no field '{}' (value, source, note, spread, date)", info.key, key.str()));
  const toml::node* value = table->get("value");
  if (value == nullptr || !value->is_number())
    fail(context, node.source(), fmt::format("'{}' needs value = NUMBER", info.key));
  const double number = value->is_integer() ? static_cast<double>(**value->as_integer()) : **value->as_floating_point();
  if (info.integer && !value->is_integer())
    fail(context, value->source(), fmt::format("'{}' is a whole number of {}", info.key, info.unit));
  if (!std::isfinite(number) || number < info.least || number > info.most)
    fail(context, value->source(), fmt::format("'{}' = {} is outside {} to {} {}", info.key, number, info.least, info.most, info.unit));
  store_value(model, index, number);
  model.provenance[index] = {source_of(context, *table, info.key), text_of(context, *table, "note"),
                             text_of(context, *table, "spread"), text_of(context, *table, "date"), model.name};
  if (model.provenance[index].note.empty())
    fail(context, node.source(), fmt::format("'{}' needs a note that says where the value comes from", info.key));
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(name, candidates);
  return nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest);
}

void read_group(const Context& context, Model& model, std::string_view group, const toml::table& table,
                std::vector<bool>& set) {
  for (const auto& [key, node] : table) {
    const std::string full = fmt::format("{}.{}", group, key.str());
    const auto all = parameters();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.key == full; });
    if (found == all.end()) {
      std::vector<std::string> keys;
      for (const ParameterInfo& parameter : all) keys.emplace_back(parameter.key);
      fail(context, key.source(), fmt::format("unknown key '{}'{}", full, did_you_mean(full, keys)));
    }
    const auto index = static_cast<size_t>(found - all.begin());
    read_parameter(context, model, index, node);
    set[index] = true;
  }
}

Model parse(std::string_view text, const Context& context);

Model inherited(const Context& context, const toml::table& root, const std::string& parent) {
  if (parent.empty()) {
    Model model;
    model.provenance.resize(parameters().size());
    return model;
  }
  if (context.depth >= kDeepestInheritance)
    fail(context, root.source(), "models inherit from each other in a circle");
  if (parent.find_first_of("/\\") != std::string::npos || parent.front() == '.')
    fail(context, root.source(), "'inherits' is the name of a model in the same folder");
  const fs::path path = context.folder / (parent + ".toml");
  const std::string file = path.string();
  const std::string parent_text = read_text_file(path, kLargestModelFile);
  return parse(parent_text, Context{file, context.folder, context.depth + 1});
}

Model parse(std::string_view text, const Context& context) {
  toml::table root;
  try {
    root = toml::parse(text, context.file);
  } catch (const toml::parse_error& error) {
    throw bad_input("{}:{}: {}", context.file, error.source().begin.line, error.description());
  }
  const std::string parent = text_of(context, root, "inherits");
  Model model = inherited(context, root, parent);
  model.name = text_of(context, root, "name");
  model.title = text_of(context, root, "title");
  model.measured = root["measured"].value_or(false);
  if (model.name.empty() || model.title.empty()) fail(context, root.source(), "a model needs 'name' and 'title'");
  if (const auto cc = root["compute_capability"].value<int64_t>(); cc && *cc >= 50 && *cc < 1000)
    model.compute_capability = static_cast<uint32_t>(*cc);
  std::vector<bool> set(parameters().size(), !parent.empty());
  std::vector<std::string> groups{"inherits", "name", "title", "measured", "compute_capability"};
  for (const ParameterInfo& parameter : parameters())
    groups.emplace_back(parameter.key.substr(0, parameter.key.find('.')));
  for (const auto& [key, node] : root) {
    if (std::find(groups.begin(), groups.end(), key.str()) == groups.end())
      fail(context, key.source(), fmt::format("unknown key '{}'{}", key.str(), did_you_mean(key.str(), groups)));
    if (const toml::table* table = node.as_table()) read_group(context, model, key.str(), *table, set);
  }
  for (size_t i = 0; i < set.size(); ++i)
    if (!set[i]) fail(context, root.source(), fmt::format("'{}' is missing", parameters()[i].key));
  return model;
}

}  // namespace

Model parse_model(std::string_view text, const std::string& file, const fs::path& folder) {
  Model model = parse(text, Context{file, folder, 0});
  check_model(model);
  return model;
}

fs::path model_folder() {
  if (const char* folder = std::getenv("WARPGLASS_MODELS")) return folder;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& candidate : {program / "models", program / "../share/warpglass/models", program / "../../models"})
    if (fs::exists(candidate / "h200.toml", error)) return candidate;
  return WARPGLASS_MODEL_SOURCE_DIR;
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(model_folder(), error))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Model load_model(const std::string& name) {
  fs::path path = name;
  if (path.extension() != ".toml") {
    const std::vector<std::string> names = model_names();
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw usage_error("no model '{}'{}; there are: {}", name, did_you_mean(name, names), fmt::format("{}", fmt::join(names, ", ")));
    path = model_folder() / (name + ".toml");
  }
  return parse_model(read_text_file(path, kLargestModelFile), path.string(), path.parent_path());
}

}  // namespace warpglass
