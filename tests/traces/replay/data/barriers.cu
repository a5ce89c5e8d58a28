// Named barriers, barrier reductions, divergence, atomics whose results are used. Compiled by `compile` beside this file.
#include <cstdint>

#define SYNC(number, threads) asm volatile("barrier.sync " #number ", " #threads ";" ::: "memory")
#define ARRIVE(number, threads) asm volatile("barrier.arrive " #number ", " #threads ";" ::: "memory")

// Warp 0 makes what warp 1 uses, through one buffer: barrier 1 says that it is full, barrier 2 that it is empty.
extern "C" __global__ void producer_consumer(const int* in, int* out, int rounds) {
  __shared__ int buffer[32];
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
#pragma unroll 1
    for (int i = 0; i < rounds; ++i) {
      SYNC(2, 64);
      buffer[lane] = in[i * 32 + lane] + i;
      ARRIVE(1, 64);
    }
  } else {
#pragma unroll 1
    for (int i = 0; i < rounds; ++i) {
      ARRIVE(2, 64);
      SYNC(1, 64);
      out[i * 32 + lane] = buffer[31 - lane];
    }
  }
}

// Half of the threads that barrier 1 waits for never come.
extern "C" __global__ void deadlock(int* out) {
  if (threadIdx.x < 32) SYNC(1, 64);
  out[threadIdx.x] = 1;
}

// Each half of the block has a barrier of its own and reduces a predicate with it.
extern "C" __global__ void barrier_reduction(const int* in, int* out) {
  const int value = in[threadIdx.x];
  out[threadIdx.x] = __syncthreads_count(value & 1) | __syncthreads_and(value & 2) << 16 | __syncthreads_or(value & 4) << 17;
}

// Loops that end at different times, a break out of two, threads that leave early, and a shuffle after they met again.
extern "C" __global__ void nested_divergence(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int value = in[i], sum = 0;
  for (int j = 0; j < (value & 7); ++j) {
    for (int k = 0; k < 8; ++k) {
      sum += j * k;
      if (((value >> k) & 3) == 3) {
        sum += 1000;
        break;
      }
      if (sum > 5000) goto done;
    }
    switch ((value + j) & 3) {
      case 0: sum ^= 0x55; break;
      case 1: sum += value & 0xff; continue;
      case 2: value = value * 3 + 1;
    }
    sum += 2;
  }
done:
  out[i] = sum;
}

// Tickets: the old value of a counter decides where a thread writes; each place is written once.
extern "C" __global__ void tickets(unsigned* counter, unsigned* seen, unsigned* total, const unsigned* in) {
  const unsigned ticket = atomicAdd(counter, 1u);
  seen[ticket] = 1;
  atomicMax(total, in[ticket]);
  if (atomicCAS(total + 1, 0u, 7u) == 0u) atomicExch(total + 2, 9u);
}

// Barrier number and thread count from registers: every pair of warps has a barrier of its own.
extern "C" __global__ void barrier_in_register(const int* in, int* out, int threads) {
  __shared__ int buffer[128];
  const int pair = threadIdx.x / 64;
  buffer[threadIdx.x] = in[threadIdx.x];
  asm volatile("bar.sync %0, %1;" ::"r"(pair + 3), "r"(threads) : "memory");
  int value = buffer[threadIdx.x ^ 63];
  asm volatile("bar.sync 1, %0;" ::"r"(threads * 2) : "memory");
  buffer[threadIdx.x] = value;
  asm volatile("bar.sync %0, 64;" ::"r"(pair + 5) : "memory");
  out[threadIdx.x] = buffer[threadIdx.x ^ 63] * 3 + value;
}
