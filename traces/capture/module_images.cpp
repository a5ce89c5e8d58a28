#include "traces/capture/module_images.h"

#include <cstring>

namespace warpglass::capture {

bool holds_kernel(const std::vector<uint8_t>& cubin, std::string_view kernel) {
  // A section's name with the zeros around it is found faster than the ELF tables are read, and as surely.
  std::string needle(1, '\0');
  needle += ".text.";
  needle += kernel;
  needle += '\0';
  return memmem(cubin.data(), cubin.size(), needle.data(), needle.size()) != nullptr;
}

void ModuleImages::add(uint32_t id, std::vector<uint8_t> bytes) {
  images_.push_front({id, 0, std::make_shared<const std::vector<uint8_t>>(std::move(bytes))});
}

void ModuleImages::remove(uint32_t id) {
  images_.remove_if([&](const Image& image) { return image.id == id; });
}

bool ModuleImages::unattributed() const {
  for (const Image& image : images_)
    if (image.module == 0) return true;
  return false;
}

void ModuleImages::attribute(uint64_t module, std::string_view kernel) {
  if (module == 0) return;
  for (const Image& image : images_)
    if (image.module == module) return;
  for (Image& image : images_) {
    if (image.module != 0 || (!kernel.empty() && !holds_kernel(*image.bytes, kernel))) continue;
    image.module = module;
    return;
  }
}

ImageMatch ModuleImages::find(uint64_t module, std::string_view kernel) const {
  std::vector<const Image*> candidates;
  for (const Image& image : images_) {
    if (!holds_kernel(*image.bytes, kernel)) continue;
    if (module != 0 && image.module == module) return {image.bytes, "module"};
    candidates.push_back(&image);
  }
  if (candidates.empty()) return {};
  for (const Image* image : candidates)
    if (*image->bytes != *candidates.front()->bytes)
      return {candidates.front()->bytes, "name, newest of several different images"};
  return {candidates.front()->bytes, "name"};
}

}  // namespace warpglass::capture
