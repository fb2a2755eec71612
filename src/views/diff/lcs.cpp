// Myers' algorithm in linear space: paths grow from both corners of the grid of a and b, by one
// difference at a time, until they meet; what is left and right of there is solved the same way.
//
// Three things keep it fast. What both begin and end with is matched first. Symbols that only one
// side has can match nothing, so they are left out before: two runs with nothing in common cost
// nothing. And once paths from both corners have grown by half of exact_differences_max without
// meeting, or all searches together have taken too long, the search ends. The grid is then split at
// the elements that occur once on either side, as far as they stand in one order and are many
// (patience diff); otherwise where a path has come furthest, so that each further search is paid
// for by the way it has come.
#include "views/diff/lcs.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

namespace hence {
namespace {

using Symbols = std::span<const std::uint32_t>;

constexpr std::int64_t growth_max = exact_differences_max / 2;
// In steps of a path: what it takes to find the best match of two sequences with
// exact_differences_max differences, twice over. Whoever has spent it searches less far.
constexpr std::int64_t budget = 4 * growth_max * growth_max;
constexpr std::int64_t growth_behind_budget = 128;
// Anchors are to be trusted when at least one element in so many is one, or when most elements
// occur once: a single one that was moved would tear the rest apart.
constexpr std::int64_t anchor_distance_max = 16;

struct Box {
    std::int64_t a_begin;
    std::int64_t a_end;
    std::int64_t b_begin;
    std::int64_t b_end;
    // Anchors are looked for in smaller boxes only: once they are few, a part is no better.
    std::int64_t anchors_below = INT64_MAX;

    std::int64_t size() const { return std::min(a_end - a_begin, b_end - b_begin); }
};

struct Point {
    std::int64_t x;
    std::int64_t y;
};

// Where paths from one corner have come to: how far along `a`, by diagonal.
class Front {
public:
    Front(std::int64_t width, std::int64_t height, std::int64_t growth)
        : width_(width),
          height_(height),
          middle_(growth + 1),
          reach_(static_cast<std::size_t>(2 * growth + 3), -1) {
        reach_[static_cast<std::size_t>(middle_ + 1)] = 0;
    }

    // How far the path on diagonal `k` has come, or -1.
    std::int64_t on(std::int64_t k) const {
        const std::int64_t at = middle_ + k;
        return at < 0 || at >= static_cast<std::int64_t>(reach_.size())
                   ? -1
                   : reach_[static_cast<std::size_t>(at)];
    }

    // Grows every path by one difference and along all that then matches, until `met` says so of a
    // point that was reached.
    template <class Same, class Met>
    std::optional<Point> grow(std::int64_t d, Same same, Met met) {
        for (std::int64_t k = -d + skip_low_; k <= d - skip_high_; k += 2) {
            std::int64_t x =
                k == -d || (k != d && on(k - 1) < on(k + 1)) ? on(k + 1) : on(k - 1) + 1;
            std::int64_t y = x - k;
            while (x < width_ && y < height_ && same(x, y)) {
                ++x;
                ++y;
            }
            reach_[static_cast<std::size_t>(middle_ + k)] = x;
            if (x > width_) {
                skip_high_ += 2;  // Beyond the edge, and so will all be behind it.
            } else if (y > height_) {
                skip_low_ += 2;
            } else if (met(k, x)) {
                return Point{x, y};
            } else if (x + y > furthest_.x + furthest_.y) {
                furthest_ = {x, y};
            }
        }
        return std::nullopt;
    }

    Point furthest() const { return furthest_; }

private:
    std::int64_t width_;
    std::int64_t height_;
    std::int64_t middle_;
    std::vector<std::int64_t> reach_;
    std::int64_t skip_low_ = 0;
    std::int64_t skip_high_ = 0;
    Point furthest_{0, 0};
};

// The longest part of `points`, which are by x, that is by y too.
std::vector<Point> rising(const std::vector<Point>& points) {
    std::vector<std::size_t> ends;  // Of the best rising part of each length, the last point.
    std::vector<std::size_t> before(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto at = std::ranges::lower_bound(ends, points[i].y, {},
                                                 [&](std::size_t end) { return points[end].y; });
        before[i] = at == ends.begin() ? i : *(at - 1);
        if (at == ends.end()) {
            ends.push_back(i);
        } else {
            *at = i;
        }
    }
    std::vector<Point> risen(ends.size());
    std::size_t next = ends.empty() ? 0 : ends.back();
    for (std::size_t left = risen.size(); left > 0; --left) {
        risen[left - 1] = points[next];
        next = before[next];
    }
    return risen;
}

class Matcher {
public:
    Matcher(Symbols a, Symbols b) : a_(a), b_(b), matches_(a.size(), unmatched) {}

    std::vector<std::uint32_t> match() {
        waiting_.push_back(
            {0, static_cast<std::int64_t>(a_.size()), 0, static_cast<std::int64_t>(b_.size())});
        while (!waiting_.empty()) {
            const Box box = without_ends(waiting_.back());
            waiting_.pop_back();
            if (box.a_begin == box.a_end || box.b_begin == box.b_end) {
                continue;
            }
            const Split split = split_of(box);
            const bool look = !split.met && box.size() < box.anchors_below;
            const std::vector<Point> anchors = look ? anchors_of(box) : std::vector<Point>();
            if (anchors.empty()) {
                const std::int64_t below = look ? box.size() / 2 : box.anchors_below;
                waiting_.push_back({split.at.x, box.a_end, split.at.y, box.b_end, below});
                waiting_.push_back({box.a_begin, split.at.x, box.b_begin, split.at.y, below});
            } else {
                split_at(box, anchors);
            }
        }
        return std::move(matches_);
    }

private:
    bool same(std::int64_t x, std::int64_t y) const {
        return a_[static_cast<std::size_t>(x)] == b_[static_cast<std::size_t>(y)];
    }
    void pair(std::int64_t x, std::int64_t y) {
        matches_[static_cast<std::size_t>(x)] = static_cast<std::uint32_t>(y);
    }

    // Matches what both begin and end with.
    Box without_ends(Box box) {
        while (box.a_begin < box.a_end && box.b_begin < box.b_end &&
               same(box.a_begin, box.b_begin)) {
            pair(box.a_begin++, box.b_begin++);
        }
        while (box.a_begin < box.a_end && box.b_begin < box.b_end &&
               same(box.a_end - 1, box.b_end - 1)) {
            pair(--box.a_end, --box.b_end);
        }
        return box;
    }

    struct Split {
        Point at;
        bool met;  // On a path with the fewest differences; otherwise on one that came far.
    };

    // Since the box's ends differ, it takes two differences at least to cross, and the point is
    // neither of its corners.
    Split split_of(const Box& box) {
        const std::int64_t width = box.a_end - box.a_begin;
        const std::int64_t height = box.b_end - box.b_begin;
        const std::int64_t slope = width - height;
        const bool odd = slope % 2 != 0;
        const std::int64_t growth =
            std::min((width + height + 1) / 2, spent_ < budget ? growth_max : growth_behind_budget);
        Front forward(width, height, growth);
        Front backward(width, height, growth);
        const auto meets = [&](const Front& other, bool may) {
            return [&other, may, slope, width](std::int64_t k, std::int64_t x) {
                const std::int64_t there = other.on(slope - k);
                return may && there != -1 && x + there >= width;
            };
        };
        for (std::int64_t d = 0; d <= growth; ++d) {
            spent_ += 2 * d;
            const auto ahead = [&](std::int64_t x, std::int64_t y) {
                return same(box.a_begin + x, box.b_begin + y);
            };
            if (const std::optional<Point> met = forward.grow(d, ahead, meets(backward, odd))) {
                return {{box.a_begin + met->x, box.b_begin + met->y}, true};
            }
            const auto back = [&](std::int64_t x, std::int64_t y) {
                return same(box.a_end - 1 - x, box.b_end - 1 - y);
            };
            if (const std::optional<Point> met = backward.grow(d, back, meets(forward, !odd))) {
                return {{box.a_end - met->x, box.b_end - met->y}, true};
            }
        }
        const Point furthest = forward.furthest();
        return {{box.a_begin + furthest.x, box.b_begin + furthest.y}, false};
    }

    // Where elements match that occur once in either side of the box, as far as they stand in one
    // order; nothing when they are few.
    std::vector<Point> anchors_of(const Box& box) const {
        struct Places {
            std::int64_t in_a = 0;
            std::int64_t in_b = 0;
            std::int64_t y = 0;
        };
        std::unordered_map<std::uint32_t, Places> places;
        for (std::int64_t x = box.a_begin; x < box.a_end; ++x) {
            ++places[a_[static_cast<std::size_t>(x)]].in_a;
        }
        for (std::int64_t y = box.b_begin; y < box.b_end; ++y) {
            Places& each = places[b_[static_cast<std::size_t>(y)]];
            ++each.in_b;
            each.y = y;
        }
        std::vector<Point> points;
        for (std::int64_t x = box.a_begin; x < box.a_end; ++x) {
            const Places& each = places[a_[static_cast<std::size_t>(x)]];
            if (each.in_a == 1 && each.in_b == 1) {
                points.push_back({x, each.y});
            }
        }
        std::vector<Point> anchors = rising(points);
        if (static_cast<std::int64_t>(anchors.size()) * anchor_distance_max < box.size() &&
            static_cast<std::int64_t>(points.size()) * 2 < box.size()) {
            anchors.clear();
        }
        return anchors;
    }

    void split_at(Box box, const std::vector<Point>& anchors) {
        for (const Point& anchor : anchors) {
            pair(anchor.x, anchor.y);
            waiting_.push_back({box.a_begin, anchor.x, box.b_begin, anchor.y});
            box.a_begin = anchor.x + 1;
            box.b_begin = anchor.y + 1;
        }
        waiting_.push_back(box);
    }

    Symbols a_;
    Symbols b_;
    std::vector<std::uint32_t> matches_;
    std::vector<Box> waiting_;
    std::int64_t spent_ = 0;
};

// The elements of one side whose symbols the other side has too, and where they stood.
struct Shared {
    std::vector<std::uint32_t> symbols;
    std::vector<std::uint32_t> places;
};

Shared shared_with(Symbols other, Symbols side) {
    const std::uint32_t largest = std::max(other.empty() ? 0 : *std::ranges::max_element(other),
                                           side.empty() ? 0 : *std::ranges::max_element(side));
    std::vector<bool> there(std::size_t{largest} + 1, false);
    for (const std::uint32_t symbol : other) {
        there[symbol] = true;
    }
    Shared shared;
    for (std::size_t i = 0; i < side.size(); ++i) {
        if (there[side[i]]) {
            shared.symbols.push_back(side[i]);
            shared.places.push_back(static_cast<std::uint32_t>(i));
        }
    }
    return shared;
}

}  // namespace

std::vector<std::uint32_t> common_subsequence(Symbols a, Symbols b) {
    // The ends first, by their places: what follows then begins and ends with a difference.
    std::size_t begin = 0;
    while (begin < std::min(a.size(), b.size()) && a[begin] == b[begin]) {
        ++begin;
    }
    std::size_t tail = 0;
    while (tail < std::min(a.size(), b.size()) - begin &&
           a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
        ++tail;
    }
    std::vector<std::uint32_t> matches(a.size(), unmatched);
    for (std::size_t i = 0; i < begin; ++i) {
        matches[i] = static_cast<std::uint32_t>(i);
    }
    for (std::size_t i = 1; i <= tail; ++i) {
        matches[a.size() - i] = static_cast<std::uint32_t>(b.size() - i);
    }
    const Symbols a_rest = a.subspan(begin, a.size() - begin - tail);
    const Symbols b_rest = b.subspan(begin, b.size() - begin - tail);
    const Shared left = shared_with(b_rest, a_rest);
    const Shared right = shared_with(a_rest, b_rest);
    const std::vector<std::uint32_t> inner = Matcher(left.symbols, right.symbols).match();
    for (std::size_t i = 0; i < inner.size(); ++i) {
        if (inner[i] != unmatched) {
            matches[begin + left.places[i]] =
                static_cast<std::uint32_t>(begin) + right.places[inner[i]];
        }
    }
    return matches;
}

}  // namespace hence
