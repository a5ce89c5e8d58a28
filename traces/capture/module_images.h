// The machine code that the driver loaded, and which image a launched kernel came from.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::capture {

using ImageBytes = std::shared_ptr<const std::vector<uint8_t>>;

struct ImageMatch {
  ImageBytes bytes;   ///< nullptr if no image holds the kernel
  std::string basis;  ///< how certain that is, for the capsule's origin
};

/// Not thread-safe: its owner holds a lock. A `module` is the driver's handle (CUmodule), 0 when it is not known.
class ModuleImages {
 public:
  void add(uint32_t id, std::vector<uint8_t> bytes);
  void remove(uint32_t id);
  /// Says that `module` holds `kernel` ("" for any): the newest image without a module that does so is its image.
  /// With lazy loading an image arrives during the first launch of one of its kernels.
  void attribute(uint64_t module, std::string_view kernel);
  /// By the module's handle if it was attributed, else by the kernel's name, the newest first.
  ImageMatch find(uint64_t module, std::string_view kernel) const;
  bool unattributed() const;
  size_t size() const { return images_.size(); }

 private:
  struct Image {
    uint32_t id;
    uint64_t module;
    ImageBytes bytes;
  };
  std::list<Image> images_;  ///< the newest first
};

/// True if the cubin has a section `.text.<kernel>`.
bool holds_kernel(const std::vector<uint8_t>& cubin, std::string_view kernel);

}  // namespace warpglass::capture
