// Operations of a whole warp, and atomic operations. The cases of a warp-wide operation are its lanes, 32 at
// a time.
#include "micro/corner_cases.h"

namespace warpglass::corner {
namespace {

constexpr unsigned kAll = 0xffffffffU;

// Every lane takes part; the operands b and c (lane or distance, segment mask and clamp) differ from lane to
// lane. The result's upper half is the predicate: did the source lane lie in range?
#define SHUFFLE(mode)                                                                                 \
  OPERATION("shfl.sync." mode ".b32 (predicate in bit 32)", TYPES("u32", "shift", "segment"), true, { \
    std::uint32_t r;                                                                                  \
    std::uint32_t in_range;                                                                           \
    asm volatile("{ .reg .pred p; shfl.sync." mode                                                    \
                 ".b32 %0|p, %2, %3, %4, 0xffffffff; selp.u32 %1, 1, 0, p; }"                         \
                 : "=r"(r), "=r"(in_range)                                                            \
                 : "r"(from_word<std::uint32_t>(a)), "r"(from_word<std::uint32_t>(b)),                \
                   "r"(from_word<std::uint32_t>(c)));                                                 \
    return static_cast<Word>(in_range) << 32 | r;                                                     \
  })
SHUFFLE("idx")
SHUFFLE("up")
SHUFFLE("down")
SHUFFLE("bfly")

OPERATION("ballot of bit 0", TYPES("u32"), true, { return __ballot_sync(kAll, (a & 1) != 0); })
OPERATION("any and all of bit 31", TYPES("u32"), true, {
  const bool bit = (a >> 31 & 1) != 0;
  return static_cast<Word>(__any_sync(kAll, bit) != 0) | static_cast<Word>(__all_sync(kAll, bit) != 0) << 1;
})
// Only some lanes take part: the mask of a vote, a match or a reduction is the lanes on this path.
OPERATION("ballot of bit 0 among lanes with bit 1", TYPES("u32"), true, {
  const unsigned mask = __ballot_sync(kAll, (a & 2) != 0);
  return (a & 2) != 0 ? __ballot_sync(mask, (a & 1) != 0) : 0xdeadU;
})
OPERATION("active mask among lanes with bit 2", TYPES("u32"), true,
          { return (a & 4) != 0 ? __activemask() : 0xdeadU; })
OPERATION("match.any of 2 low bits", TYPES("u32"), true,
          { return __match_any_sync(kAll, static_cast<unsigned>(a & 3)); })
OPERATION("match.any of all 64 bits", TYPES("u64"), true,
          { return __match_any_sync(kAll, static_cast<unsigned long long>(a)); })
OPERATION("match.all of bit 40 (predicate in bit 32)", TYPES("u64"), true, {
  int same = 0;
  const Word mask = __match_all_sync(kAll, static_cast<unsigned>(a >> 40 & 1), &same);
  return static_cast<Word>(same) << 32 | mask;
})
#define REDUCTION(operation, Type)                             \
  OPERATION("redux " #operation " " #Type, TYPES("u32"), true, \
            { return static_cast<std::uint32_t>(__reduce_##operation##_sync(kAll, static_cast<Type>(a))); })
// clang-format off
REDUCTION(add, unsigned)
REDUCTION(min, unsigned)
REDUCTION(max, unsigned)
REDUCTION(min, int)
REDUCTION(max, int)
REDUCTION(and, unsigned)
REDUCTION(or, unsigned)
REDUCTION(xor, unsigned)
// clang-format on

// Each case has its own word of memory, so nothing depends on the order. The result is the new value in the
// upper half and the old value in the lower, or the new value alone for 64 bits.
__device__ Word global_memory[1 << 16];

__device__ Word& own_global_word() {
  return global_memory[blockIdx.x * blockDim.x + threadIdx.x];
}

__device__ Word& own_shared_word() {
  __shared__ Word memory[256];
  return memory[threadIdx.x];
}

#define ATOMIC(name, types, word, Type, call)                  \
  OPERATION(name, types, false, {                              \
    Word* const memory = &word;                                \
    *memory = a;                                               \
    Type* const target = reinterpret_cast<Type*>(memory);      \
    const Type operand = from_word<Type>(b);                   \
    const Type third = from_word<Type>(c);                     \
    const Type old = call;                                     \
    (void)third;                                               \
    const Word now = *static_cast<volatile Word*>(memory);     \
    return sizeof(Type) == 8 ? now : now << 32 | to_word(old); \
  })
// clang-format off
ATOMIC("global add f32", TYPES("f32", "f32"), own_global_word(), float, atomicAdd(target, operand))
ATOMIC("shared add f32", TYPES("f32", "f32"), own_shared_word(), float, atomicAdd(target, operand))
ATOMIC("global add f64", TYPES("f64", "f64"), own_global_word(), double, atomicAdd(target, operand))
ATOMIC("global add u32", TYPES("u32", "u32"), own_global_word(), unsigned, atomicAdd(target, operand))
ATOMIC("global add u64", TYPES("u64", "u64"), own_global_word(), unsigned long long, atomicAdd(target, operand))
ATOMIC("global inc", TYPES("u32", "u32"), own_global_word(), unsigned, atomicInc(target, operand))
ATOMIC("global dec", TYPES("u32", "u32"), own_global_word(), unsigned, atomicDec(target, operand))
ATOMIC("global min s32", TYPES("u32", "u32"), own_global_word(), int, atomicMin(target, operand))
ATOMIC("global max u32", TYPES("u32", "u32"), own_global_word(), unsigned, atomicMax(target, operand))
ATOMIC("global max s64", TYPES("u64", "u64"), own_global_word(), long long, atomicMax(target, operand))
ATOMIC("global exch", TYPES("u32", "u32"), own_global_word(), unsigned, atomicExch(target, operand))
ATOMIC("global cas", TYPES("shift", "shift", "u32"), own_global_word(), unsigned, atomicCAS(target, operand, third))
ATOMIC("shared add u32", TYPES("u32", "u32"), own_shared_word(), unsigned, atomicAdd(target, operand))
ATOMIC("shared inc", TYPES("u32", "u32"), own_shared_word(), unsigned, atomicInc(target, operand))
ATOMIC("shared dec", TYPES("u32", "u32"), own_shared_word(), unsigned, atomicDec(target, operand))
ATOMIC("shared min s32", TYPES("u32", "u32"), own_shared_word(), int, atomicMin(target, operand))
ATOMIC("shared cas", TYPES("shift", "shift", "u32"), own_shared_word(), unsigned, atomicCAS(target, operand, third))
// clang-format on

#define ATOMIC_PACKED(name, type, ptx)                           \
  OPERATION(name, TYPES(#type, #type), false, {                  \
    Word* const memory = &own_global_word();                     \
    *memory = a;                                                 \
    std::uint32_t old;                                           \
    asm volatile(ptx " %0, [%1], %2;"                            \
                 : "=r"(old)                                     \
                 : "l"(memory), "r"(from_word<std::uint32_t>(b)) \
                 : "memory");                                    \
    return *static_cast<volatile Word*>(memory) << 32 | old;     \
  })
ATOMIC_PACKED("global add f16x2", f16x2, "atom.global.add.noftz.f16x2")
ATOMIC_PACKED("global add bf16x2", bf16x2, "atom.global.add.noftz.bf16x2")

}  // namespace
}  // namespace warpglass::corner
