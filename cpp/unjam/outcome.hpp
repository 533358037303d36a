// What a native search hands back: integers only; the Python family turns them into moves and replays them.
#pragma once

#include <cstdint>
#include <vector>

#include "unjam/limits.hpp"

namespace unjam {

enum class Status : std::uint8_t { solved, unsolvable, gave_up };

struct Outcome {
    Status status = Status::gave_up;
    Stop stop = Stop::none;  // why it gave up
    bool optimal = false;    // only when proven
    std::int64_t cost = -1;  // -1: no solution
    std::int64_t lower_bound = 0;
    std::uint64_t expanded = 0, generated = 0;
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
    std::vector<std::int32_t> moves;  // the family's own code
};

}  // namespace unjam
