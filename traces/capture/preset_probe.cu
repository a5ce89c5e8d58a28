// Reads the presets of constant bank 0. They lie before the parameters and no C++ name reaches them, but a run-time
// index into a __grid_constant__ parameter compiles to LDC R, c[0x0][R + parameter base], and may be negative.
struct Words {
  unsigned word[64];
};

extern "C" __global__ void warpglass_preset_probe(const __grid_constant__ Words words, unsigned* out, int first,
                                                  unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = words.word[first + static_cast<int>(i)];
}
