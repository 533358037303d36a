// Whether every box can have a square of its own: bipartite matching.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "families/sokoban/model/box_set.hpp"

namespace unjam::sokoban {

/// Tells whether each row can have a column of its own, by augmenting paths: the sets are small.
template <class Size>
class PerfectMatching {
public:
    using Boxes = BoxSet<Size>;

    /// True if there is a perfect matching. `allowed[i]`: the columns that row i may have.
    bool exists(const std::vector<Boxes>& allowed) {
        owner_.assign(64 * seen_.word.size(), -1);
        for (std::size_t i = 0; i < allowed.size(); ++i) {
            seen_ = Boxes{};
            if (!augment(allowed, static_cast<int>(i))) return false;
        }
        return true;
    }

private:
    bool augment(const std::vector<Boxes>& allowed, int i) {
        for (std::uint32_t w = 0; w < seen_.word.size(); ++w)
            for (std::uint64_t left = allowed[i].word[w] & ~seen_.word[w]; left;
                 left = allowed[i].word[w] & ~seen_.word[w]) {
                const std::uint32_t j = w * 64 + static_cast<std::uint32_t>(std::countr_zero(left));
                seen_.set(j);
                if (owner_[j] < 0 || augment(allowed, owner_[j])) {
                    owner_[j] = i;
                    return true;
                }
            }
        return false;
    }

    std::vector<int> owner_;
    Boxes seen_;
};

}  // namespace unjam::sokoban
