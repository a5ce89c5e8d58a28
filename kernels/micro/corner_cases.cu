// Prints, as JSON, what the GPU computes for the corner cases of many instructions:
//   [{"op": "add.rn.f32", "types": ["f32", "f32"], "warp": false, "cases": [["3f800000", "0", "3f800000"],
//   …]}, …]
// Each case lists its operands, then the result, in hexadecimal. In a warp-wide operation 32 cases in a row
// are the lanes of a warp.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <stdexcept>

#include "micro/corner_cases.h"

namespace warpglass::corner {

std::vector<Operation>& operations() {
  static std::vector<Operation> all;
  return all;
}

namespace {

// All pairs are tried; of the triples only so many, spread evenly.
constexpr std::size_t kMostCases = 512;

std::vector<Word> pairs_of(const std::vector<Word>& halves) {  // each half with itself and with a neighbour
  std::vector<Word> out;
  for (std::size_t i = 0; i < halves.size(); ++i)
    out.push_back(halves[(i + 5) % halves.size()] << 16 | halves[i]);
  return out;
}

std::map<std::string, std::vector<Word>> make_values() {
  std::map<std::string, std::vector<Word>> values;
  values["f32"] = {0x00000000, 0x80000000, 0x3f800000, 0xbfc00000, 0x3f000000, 0x40200000, 0x40490fdb,
                   0x3f7fffff, 0x00000001, 0x807fffff, 0x00400000, 0x00800000, 0x81000001, 0x7f7fffff,
                   0xff000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7fa00001, 0xffc12345, 0x4b000001,
                   0xcb7fffff, 0x437f8000, 0xc3008000, 0x4effffff, 0x4f000000, 0xcf000000, 0x4f7fffff,
                   0x5f000000, 0x1f800003, 0x477fe000, 0x33000001};
  values["f64"] = {0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff8000000000000,
                   0x4004000000000000, 0x3fefffffffffffff, 0x0000000000000001, 0x800fffffffffffff,
                   0x0010000000000000, 0x7fefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000,
                   0x7ff8000000000000, 0x7ff4000000000001, 0xfff8123456789abc, 0x3810000000000001,
                   0x36a0000000000000, 0x47efffffe0000001, 0x41dfffffffe00000, 0xc1e0000000200000,
                   0x43e0000000000000, 0x400921fb54442d18, 0x3ca0000000000001, 0x40effc0000000000};
  values["f16"] = {0x0000, 0x8000, 0x3c00, 0xbe00, 0x3bff, 0x4248, 0x0001, 0x83ff, 0x0400, 0x7bff, 0xfbff,
                   0x7c00, 0xfc00, 0x7e00, 0x7d01, 0xfe55, 0x5bf8, 0xd808, 0x4100, 0x1c01, 0x7e7f, 0x807b};
  values["f16x2"] = pairs_of(values["f16"]);
  values["bf16x2"] = pairs_of({0x0000, 0x8000, 0x3f80, 0xbfc0, 0x3f7f, 0x4049, 0x0001, 0x807f, 0x0080, 0x7f7f,
                               0xff7f, 0x7f80, 0xff80, 0x7fc0, 0x7fa1, 0xffd5, 0x4300, 0x2001, 0x4180});
  values["u32"] = {0x00000000, 0x00000001, 0x00000002, 0x0000001f, 0x000000ff, 0x00000100, 0x00003210,
                   0x0000fedc, 0x0000ffff, 0x00010000, 0x00ff8080, 0x01000001, 0x01000003, 0x12345678,
                   0x40000000, 0x7fffffff, 0x80000000, 0x80000001, 0x80808080, 0x80018001, 0xdeadbeef,
                   0xfedcba98, 0xffff8000, 0xffffff7f, 0xfffffffe, 0xffffffff};
  values["shift"] = {0, 1, 4, 7, 15, 16, 30, 31, 32, 33, 63, 64, 65, 127, 255, 256, 0x80000000, 0xffffffff};
  values["u64"] = {0x0000000000000000, 0x0000000000000001, 0x00000000ffffffff, 0x0000000100000000,
                   0x0123456789abcdef, 0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001,
                   0xdeadbeefcafebabe, 0xfffffffffffffffe, 0xffffffffffffffff, 0x0000000080000000,
                   0xffffffff80000000, 0x0020000000000001, 0x7fffff4000000001, 0x00000000fffffff0};
  // The third operand of shfl: clamp in bits 0 to 4, segment mask in bits 8 to 12.
  values["segment"] = {0x001f, 0x0000, 0x181f, 0x1c07, 0x1e01, 0x1f00, 0x0010};
  return values;
}

struct Cases {
  std::vector<Word> operands[3];
  std::size_t count = 0;
};

// Visits the cross product in an order that spreads a limited number of cases over all of it.
Cases cases_of(const Operation& operation) {
  Cases cases;
  std::size_t product = 1;
  for (const std::string& type : operation.operand_types) product *= values_of_type(type).size();
  constexpr std::size_t kStep = 7919;  // a prime that divides no product of these sizes
  cases.count = std::min(product, operation.operand_types.size() == 3 ? kMostCases : std::size_t{1024});
  if (operation.warp_wide) cases.count = kMostCases;
  for (std::size_t i = 0; i < cases.count; ++i) {
    std::size_t rest = cases.count < product || operation.warp_wide ? i * kStep % product : i;
    for (std::size_t k = 0; k < 3; ++k) {
      const bool used = k < operation.operand_types.size();
      const std::vector<Word> none = {0};
      const std::vector<Word>& values = used ? values_of_type(operation.operand_types[k]) : none;
      cases.operands[k].push_back(values[rest % values.size()]);
      rest /= values.size();
    }
  }
  return cases;
}

void check(cudaError_t status, const std::string& doing) {
  if (status == cudaSuccess) return;
  throw std::runtime_error("CUDA failed while " + doing + ": " + cudaGetErrorString(status));
}

std::vector<Word> results_of(const Operation& operation, const Cases& cases) {
  const std::size_t bytes = cases.count * sizeof(Word);
  Word* memory[4] = {};
  for (Word*& array : memory) check(cudaMalloc(&array, bytes), "allocating memory");
  for (std::size_t k = 0; k < 3; ++k) {
    check(cudaMemcpy(memory[k], cases.operands[k].data(), bytes, cudaMemcpyHostToDevice), "writing operands");
  }
  const auto count = static_cast<unsigned>(cases.count);
  operation.kernel<<<(count + 255) / 256, 256>>>(memory[0], memory[1], memory[2], memory[3], count);
  check(cudaGetLastError(), "launching " + operation.name);
  std::vector<Word> results(cases.count);
  check(cudaMemcpy(results.data(), memory[3], bytes, cudaMemcpyDeviceToHost), "running " + operation.name);
  for (Word* array : memory) cudaFree(array);
  return results;
}

void print(const Operation& operation, const Cases& cases, const std::vector<Word>& results) {
  std::printf("{\"op\": \"%s\", \"types\": [", operation.name.c_str());
  const std::size_t arity = operation.operand_types.size();
  for (std::size_t k = 0; k < arity; ++k) {
    std::printf("%s\"%s\"", k == 0 ? "" : ", ", operation.operand_types[k].c_str());
  }
  std::printf("], \"warp\": %s, \"cases\": [", operation.warp_wide ? "true" : "false");
  for (std::size_t i = 0; i < cases.count; ++i) {
    std::printf("%s[", i == 0 ? "" : ",");
    for (std::size_t k = 0; k < arity; ++k) {
      std::printf("\"%llx\",", static_cast<unsigned long long>(cases.operands[k][i]));
    }
    std::printf("\"%llx\"]", static_cast<unsigned long long>(results[i]));
  }
  std::printf("]}");
}

void print_all() {
  std::vector<Operation> sorted = operations();  // registration order depends on the linker
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  std::printf("[");
  const char* separator = "\n";
  for (const Operation& operation : sorted) {
    std::printf("%s", separator);
    const Cases cases = cases_of(operation);
    print(operation, cases, results_of(operation, cases));
    separator = ",\n";
  }
  std::printf("\n]\n");
}

}  // namespace

const std::vector<Word>& values_of_type(const std::string& type) {
  static const std::map<std::string, std::vector<Word>> values = make_values();
  return values.at(type);
}

}  // namespace warpglass::corner

int main() {
  try {
    warpglass::corner::print_all();
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "corner_cases: " << error.what() << '\n';
    return 1;
  }
}
