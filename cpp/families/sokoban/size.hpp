// The sizes of level that a search can be built for.
#pragma once

namespace unjam::sokoban {

/// Levels of ordinary size. Everything the core does is built for these.
struct Ordinary {
    static constexpr int max_floor = 500, max_boxes = 250;
};

/// Boards up to 50 by 50. Their sets of squares are five times as wide, which would slow down ordinary levels, so only
/// the search for any solution is also built for these.
struct Large {
    static constexpr int max_floor = 2560, max_boxes = 1000;
};

}  // namespace unjam::sokoban
