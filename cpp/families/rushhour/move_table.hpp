// MoveTable, the states that one move of a line leads to on a narrow board, by the cars that cross the line;
// MoveTableCache keeps them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "families/rushhour/lines.hpp"

namespace unjam::rushhour {

/// How many masks of crossing cars there are. `Lanes` is the maximum number of states of a line: 8 for lines of up to 6
/// cells, otherwise 16.
template <unsigned Lanes>
inline constexpr unsigned masks = Lanes == 8 ? 64 : 256;

/// The states that one move leads to, one bit each. A table is indexed by `state * masks + mask of crossing cars`.
template <unsigned Lanes>
using StateMask = std::conditional_t<Lanes == 8, std::uint8_t, std::uint16_t>;
template <unsigned Lanes>
using MoveTable = std::vector<StateMask<Lanes>>;

template <unsigned Lanes>
MoveTable<Lanes> tabulate(const Line& line, Metric metric) {
    const std::size_t n = line.seats.size();
    const int states = line.states();
    MoveTable<Lanes> table(static_cast<std::size_t>(states) * masks<Lanes>);
    std::vector<std::uint8_t> after(n);
    for (int s = 0; s < states; ++s) {
        const std::uint8_t* at = line.state(s);
        for (std::size_t i = 0; i < n; ++i) {
            for (const int direction : {-1, 1}) {
                unsigned swept = 0;  // cells that must not be crossed
                for (int to = at[i] + direction; line.can_be_at(s, i, to); to += direction) {
                    swept |= 1u << (direction < 0 ? to : to + line.seats[i].length - 1);
                    std::copy(at, at + n, after.begin());
                    after[i] = static_cast<std::uint8_t>(to);
                    const unsigned bit = 1u << line.find(after.data());
                    for (unsigned mask = 0; mask < masks<Lanes>; ++mask)
                        if (!(mask & swept))
                            table[static_cast<unsigned>(s) * masks<Lanes> + mask] |= static_cast<StateMask<Lanes>>(bit);
                    if (metric == Metric::steps) break;
                }
            }
        }
    }
    return table;
}

/// The tables of all kinds of line so far; one cache per thread.
template <unsigned Lanes>
class MoveTableCache {
public:
    using Shared = std::shared_ptr<const MoveTable<Lanes>>;

    Shared operator()(const Line& line, Metric metric) {
        std::uint64_t kind = metric == Metric::steps;
        for (const Seat& seat : line.seats)
            kind = kind << 12 | static_cast<std::uint64_t>(seat.length << 8 | seat.first << 4 | seat.last);
        if (tables_.size() > 2000) tables_.clear();  // boards in use share ownership of their tables
        Shared& table_of_kind = tables_[kind];
        if (!table_of_kind) table_of_kind = std::make_shared<const MoveTable<Lanes>>(tabulate<Lanes>(line, metric));
        return table_of_kind;
    }

private:
    std::unordered_map<std::uint64_t, Shared> tables_;
};

}  // namespace unjam::rushhour
