// Where the lines of a narrow board may go: the states that one move leads to, looked up under the cars that cross.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "families/rushhour/lines.hpp"

namespace unjam::rushhour {

/// How many masks of crossing cars there are. `Lanes` is the most states a line can have: 8 where lines have up to 6
/// cells, else 16.
template <unsigned Lanes>
inline constexpr unsigned masks = Lanes == 8 ? 64 : 256;

/// The states that one move leads to, one bit each; in a table for `state * masks + mask of crossing cars`.
template <unsigned Lanes>
using Lead = std::conditional_t<Lanes == 8, std::uint8_t, std::uint16_t>;
template <unsigned Lanes>
using Leads = std::vector<Lead<Lanes>>;

template <unsigned Lanes>
Leads<Lanes> tabulate(const Line& line, Metric metric) {
    const std::size_t n = line.seats.size();
    const int states = line.states();
    Leads<Lanes> leads(static_cast<std::size_t>(states) * masks<Lanes>);
    std::vector<std::uint8_t> after(n);
    for (int s = 0; s < states; ++s) {
        const std::uint8_t* at = line.state(s);
        for (std::size_t i = 0; i < n; ++i) {
            for (const int direction : {-1, 1}) {
                unsigned swept = 0;  // the cells that must not be crossed
                for (int to = at[i] + direction; line.may_stand(s, i, to); to += direction) {
                    swept |= 1u << (direction < 0 ? to : to + line.seats[i].length - 1);
                    std::copy(at, at + n, after.begin());
                    after[i] = static_cast<std::uint8_t>(to);
                    const unsigned bit = 1u << line.find(after.data());
                    for (unsigned mask = 0; mask < masks<Lanes>; ++mask)
                        if (!(mask & swept))
                            leads[static_cast<unsigned>(s) * masks<Lanes> + mask] |= static_cast<Lead<Lanes>>(bit);
                    if (metric == Metric::steps) break;
                }
            }
        }
    }
    return leads;
}

/// The tables of the kinds of line met so far; one store per thread.
template <unsigned Lanes>
class KnownLeads {
public:
    using Shared = std::shared_ptr<const Leads<Lanes>>;

    Shared operator()(const Line& line, Metric metric) {
        std::uint64_t kind = metric == Metric::steps;
        for (const Seat& seat : line.seats)
            kind = kind << 12 | static_cast<std::uint64_t>(seat.length << 8 | seat.first << 4 | seat.last);
        if (known_.size() > 2000) known_.clear();  // boards hold on to their own tables
        Shared& found = known_[kind];
        if (!found) found = std::make_shared<const Leads<Lanes>>(tabulate<Lanes>(line, metric));
        return found;
    }

private:
    std::unordered_map<std::uint64_t, Shared> known_;
};

}  // namespace unjam::rushhour
