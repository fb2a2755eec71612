#include "views/stats/loops.h"

#include <algorithm>
#include <set>
#include <utility>

namespace hence {
namespace {

// A stretch in which every element equals the one `period` before it is a run. For each period p,
// any run of three times p covers two neighbours of the places 0, p, 2p, ...; so it is enough to
// stand on each of these and see how far the sequence agrees with itself, p further on, to both
// sides. There are n/1 + n/2 + n/3 + ... such places, n log n in all. To see how far is a few
// comparisons, or a binary search over hashes of prefixes when it is far.
struct Stretch {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t period = 0;
};

// A polynomial modulo the prime 2^61 - 1.
class PrefixHashes {
public:
    explicit PrefixHashes(std::span<const std::uint32_t> sequence) {
        hashes_.reserve(sequence.size() + 1);
        powers_.reserve(sequence.size() + 1);
        hashes_.push_back(0);
        powers_.push_back(1);
        for (const std::uint32_t element : sequence) {
            hashes_.push_back(plus(times(hashes_.back(), base), element + std::uint64_t{1}));
            powers_.push_back(times(powers_.back(), base));
        }
    }

    std::uint64_t of(std::size_t begin, std::size_t end) const {
        const std::uint64_t before = times(hashes_[begin], powers_[end - begin]);
        return plus(hashes_[end], prime - before);
    }

private:
    __extension__ using Wide = unsigned __int128;
    static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
    static constexpr std::uint64_t base = 0x1F3D5B79'A2C4E681 % prime;

    static std::uint64_t plus(std::uint64_t a, std::uint64_t b) { return (a + b) % prime; }
    static std::uint64_t times(std::uint64_t a, std::uint64_t b) {
        const Wide product = static_cast<Wide>(a) * b;
        return plus(static_cast<std::uint64_t>(product & prime),
                    static_cast<std::uint64_t>(product >> 61));
    }

    std::vector<std::uint64_t> hashes_;
    std::vector<std::uint64_t> powers_;
};

class Agreement {
public:
    explicit Agreement(std::span<const std::uint32_t> sequence)
        : sequence_(sequence), hashes_(sequence) {}

    // How many elements from `a` on equal those from `b` on. `a` is before `b`.
    std::size_t ahead(std::size_t a, std::size_t b) const {
        return longest(
            sequence_.size() - b,
            [&](std::size_t i) { return sequence_[a + i] == sequence_[b + i]; },
            [&](std::size_t size) { return hashes_.of(a, a + size) == hashes_.of(b, b + size); });
    }

    // How many elements right before `a` equal those right before `b`.
    std::size_t behind(std::size_t a, std::size_t b) const {
        return longest(
            a, [&](std::size_t i) { return sequence_[a - 1 - i] == sequence_[b - 1 - i]; },
            [&](std::size_t size) { return hashes_.of(a - size, a) == hashes_.of(b - size, b); });
    }

private:
    template <class EqualAt, class EqualUpTo>
    static std::size_t longest(std::size_t max, const EqualAt& equal_at,
                               const EqualUpTo& equal_up_to) {
        constexpr std::size_t near = 16;
        std::size_t low = 0;
        while (low < max && low < near && equal_at(low)) {
            ++low;
        }
        if (low < near) {
            return low;
        }
        for (std::size_t high = max; low < high;) {
            const std::size_t middle = low + (high - low + 1) / 2;
            if (equal_up_to(middle)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    std::span<const std::uint32_t> sequence_;
    PrefixHashes hashes_;
};

// All stretches of at least `repeats_min` periods, each as long as it goes, by where they begin.
std::vector<Stretch> stretches(std::span<const std::uint32_t> sequence) {
    std::vector<Stretch> found;
    const Agreement agreement(sequence);
    for (std::size_t period = 1; period <= sequence.size() / repeats_min; ++period) {
        for (std::size_t a = 0; a + period < sequence.size();) {
            const std::size_t b = a + period;
            std::size_t next = b;
            if (sequence[a] == sequence[b]) {
                const std::size_t begin = a - agreement.behind(a, b);
                const std::size_t end = b + agreement.ahead(a, b);
                if (end - begin >= repeats_min * period) {
                    found.push_back({begin, end, period});
                    // Places up to here would find the same stretch.
                    next = (end - 1) / period * period;
                }
            }
            a = next;
        }
    }
    std::sort(found.begin(), found.end(), [](const Stretch& x, const Stretch& y) {
        return std::pair(x.begin, x.period) < std::pair(y.begin, y.period);
    });
    return found;
}

}  // namespace

std::vector<bool> repeated_places(std::span<const std::uint32_t> sequence) {
    std::vector<bool> places(sequence.size());
    std::size_t done = 0;
    for (const Stretch& stretch : stretches(sequence)) {
        for (std::size_t i = std::max(done, stretch.begin); i < stretch.end; ++i) {
            places[i] = true;
        }
        done = std::max(done, stretch.end);
    }
    return places;
}

std::vector<Repetition> repetitions(std::span<const std::uint32_t> sequence) {
    std::vector<Repetition> taken;
    const std::vector<Stretch> all = stretches(sequence);
    std::set<std::pair<std::size_t, std::size_t>> open;  // Period and end of those that have begun.
    std::size_t at = 0;
    for (std::size_t next = 0; next < all.size() || !open.empty();) {
        if (open.empty()) {
            at = std::max(at, all[next].begin);
        }
        for (; next < all.size() && all[next].begin <= at; ++next) {
            open.emplace(all[next].period, all[next].end);
        }
        // A stretch that is too short from here on is too short from any later place.
        while (!open.empty() && (open.begin()->second < at + repeats_min * open.begin()->first)) {
            open.erase(open.begin());
        }
        if (!open.empty()) {
            const auto [period, end] = *open.begin();
            const std::size_t count = (end - at) / period;
            taken.push_back({at, period, count});
            at += count * period;
        }
    }
    return taken;
}

}  // namespace hence
