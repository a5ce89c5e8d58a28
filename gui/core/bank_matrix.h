// Which lane meets which bank of shared memory in which wavefront, and what another layout would change.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gui/core/access_samples.h"
#include "sim/access/shared_layout.h"
#include "sim/access/shared_wavefronts.h"

namespace warpglass::gui {

using BankLayout = sim::SharedLayout;

struct BankCell {
  uint8_t lane = 0;
  uint8_t bank = 0;
  bool shared_word = false;      ///< another lane reads the same word in the same wavefront
};

struct Wavefront {
  std::vector<BankCell> cells;
  uint32_t lanes = 0;            ///< mask of lanes served, at least in part
};

struct BankMatrix {
  uint32_t banks = 32;
  sim::SharedAccess access;      ///< as the simulator counts
  std::vector<Wavefront> wavefronts;
  std::array<uint32_t, 64> words_in_bank{};  ///< distinct words over the whole access
};

/// Wavefront k of a group of lanes that pass together serves the k-th distinct word of each bank.
BankMatrix bank_matrix(const AccessSample& sample, uint32_t banks, const BankLayout& layout = {});

/// The row length that the addresses suggest: the commonest distance between neighbouring lanes, at least 128 bytes.
uint32_t likely_row_bytes(const std::vector<const AccessSample*>& samples);

}  // namespace warpglass::gui
