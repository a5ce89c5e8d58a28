// Corner cases of instructions: an operation is one line of PTX, run over the cross product of awkward
// values.
//
// Operands arrive in memory, so the compiler cannot fold anything, and are kept as 64-bit words whatever
// their type.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace warpglass::corner {

using Word = std::uint64_t;
using Kernel = void (*)(const Word* a, const Word* b, const Word* c, Word* out, unsigned count);

struct Operation {
  std::string name;
  std::vector<std::string> operand_types;  // keys of values_of_type; 1 to 3
  Kernel kernel = nullptr;
  bool warp_wide = false;  // the cases are the lanes of whole warps
};

std::vector<Operation>& operations();
const std::vector<Word>& values_of_type(const std::string& type);

struct Registration {
  Registration(std::string name, std::vector<std::string> types, Kernel kernel, bool warp_wide = false) {
    operations().push_back({std::move(name), std::move(types), kernel, warp_wide});
  }
};

template <class T>
__device__ T from_word(Word word) {
  T value;
  memcpy(&value, &word, sizeof value);
  return value;
}

template <class T>
__device__ Word to_word(T value) {
  Word word = 0;
  memcpy(&word, &value, sizeof value);
  return word;
}

template <class Op>
__global__ void corner_case(const Word* a, const Word* b, const Word* c, Word* out, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = Op::at(a[i], b[i], c[i]);
}

}  // namespace warpglass::corner

// A type's C++ name and its constraint letter in inline PTX.
#define TYPE_f16 std::uint16_t
#define TYPE_f16x2 std::uint32_t
#define TYPE_bf16x2 std::uint32_t
#define TYPE_f32 float
#define TYPE_f64 double
#define TYPE_u32 std::uint32_t
#define TYPE_shift std::uint32_t
#define TYPE_u64 std::uint64_t
#define LETTER_f16 "h"
#define LETTER_f16x2 "r"
#define LETTER_bf16x2 "r"
#define LETTER_f32 "f"
#define LETTER_f64 "d"
#define LETTER_u32 "r"
#define LETTER_shift "r"
#define LETTER_u64 "l"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

// Defines and registers an operation whose result is `body`, a function body over the words a, b and c.
#define OPERATION(name, types, warp_wide, ...)                                                         \
  struct JOIN(Operation, __LINE__) {                                                                   \
    static __device__ Word at(Word a, Word b, Word c) __VA_ARGS__                                      \
  };                                                                                                   \
  const Registration JOIN(registration, __LINE__)(name, types, corner_case<JOIN(Operation, __LINE__)>, \
                                                  warp_wide);

#define TYPES(...) std::vector<std::string>({__VA_ARGS__})

#define PTX1(ptx, R, A)                                                           \
  OPERATION(ptx, TYPES(#A), false, {                                              \
    TYPE_##R r;                                                                   \
    asm(ptx " %0, %1;" : "=" LETTER_##R(r) : LETTER_##A(from_word<TYPE_##A>(a))); \
    return to_word(r);                                                            \
  })
#define PTX2(ptx, R, A, B)                                                         \
  OPERATION(ptx, TYPES(#A, #B), false, {                                           \
    TYPE_##R r;                                                                    \
    asm(ptx " %0, %1, %2;"                                                         \
        : "=" LETTER_##R(r)                                                        \
        : LETTER_##A(from_word<TYPE_##A>(a)), LETTER_##B(from_word<TYPE_##B>(b))); \
    return to_word(r);                                                             \
  })
#define PTX3(ptx, R, A, B, C)                                                     \
  OPERATION(ptx, TYPES(#A, #B, #C), false, {                                      \
    TYPE_##R r;                                                                   \
    asm(ptx " %0, %1, %2, %3;"                                                    \
        : "=" LETTER_##R(r)                                                       \
        : LETTER_##A(from_word<TYPE_##A>(a)), LETTER_##B(from_word<TYPE_##B>(b)), \
          LETTER_##C(from_word<TYPE_##C>(c)));                                    \
    return to_word(r);                                                            \
  })
