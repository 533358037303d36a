// The module unjam._core: calls every register function, and names the instruction set that it was compiled
// for.
#include "bind/bind.hpp"

namespace {

/// The instruction set this core was compiled for, by the compilers' names.
const char* instructions() {
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__)
    return "x86-64-v4";
#elif defined(__AVX2__) && defined(__BMI2__)
    return "x86-64-v3";
#elif defined(__x86_64__)
    return "x86-64";
#elif defined(__wasm__)
    return "wasm32";
#else
    return "native";
#endif
}

}  // namespace

// One line per family; each register function lives in the file named after it.
NB_MODULE(_core, m) {
    m.doc() = "The native core of unjam: integers in, integers out.";
    m.def("instructions", &instructions);
    unjam::bind::register_outcome(m);
    unjam::bind::register_rushhour(m);
    unjam::bind::register_rushhour_enumerate(m);
    unjam::bind::register_packing(m);
    unjam::bind::register_sokoban(m);
    unjam::bind::register_sokoban_large(m);
    unjam::bind::register_tiles(m);
    unjam::bind::register_blocks(m);
    unjam::bind::register_vector_envs(m);
}
