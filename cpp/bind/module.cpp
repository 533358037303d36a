#include "bind/bind.hpp"

// One line per family; each register function lives in the file named after it.
NB_MODULE(_core, m) {
    m.doc() = "The native core of unjam: integers in, integers out.";
    unjam::bind::register_outcome(m);
    unjam::bind::register_rushhour(m);
    unjam::bind::register_packing(m);
    unjam::bind::register_sokoban(m);
    unjam::bind::register_sokoban_large(m);
    unjam::bind::register_tiles(m);
    unjam::bind::register_blocks(m);
}
