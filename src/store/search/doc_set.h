// A set of the events of one segment, a bit for each.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hence {

// How many events a segment of the search index holds at most: few enough that a set of them and
// the words of an unfinished segment stay small in memory, many enough that a question looks at few
// segments.
inline constexpr std::size_t segment_docs_max = 65'536;

class DocSet {
public:
    explicit DocSet(std::size_t docs = segment_docs_max) : words_((docs + 63) / 64) {}

    void add(std::size_t doc) { words_[doc / 64] |= std::uint64_t{1} << (doc % 64); }
    void remove(std::size_t doc) { words_[doc / 64] &= ~(std::uint64_t{1} << (doc % 64)); }
    bool has(std::size_t doc) const { return (words_[doc / 64] >> (doc % 64) & 1U) != 0; }
    std::size_t room() const { return words_.size() * 64; }
    bool empty() const { return !any_in(0, room()); }
    // Behind the last event; 0 when there is none.
    std::size_t end() const {
        for (std::size_t i = words_.size(); i-- > 0;) {
            if (words_[i] != 0) {
                return i * 64 + static_cast<std::size_t>(std::bit_width(words_[i]));
            }
        }
        return 0;
    }

    // Both sets are of the same segment.
    DocSet& operator&=(const DocSet& other) {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            words_[i] &= other.words_[i];
        }
        return *this;
    }
    DocSet& operator|=(const DocSet& other) {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            words_[i] |= other.words_[i];
        }
        return *this;
    }
    DocSet& operator-=(const DocSet& other) {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            words_[i] &= ~other.words_[i];
        }
        return *this;
    }

    // `visit` may change this set.
    template <class Visit>
    void each(const Visit& visit) const {
        each_in(0, room(), visit);
    }

    // The same of the events of [first, end): multiples of 64.
    template <class Visit>
    void each_in(std::size_t first, std::size_t end, const Visit& visit) const {
        for (std::size_t i = first / 64; i < end / 64; ++i) {
            for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
                visit(i * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
            }
        }
    }
    bool any_in(std::size_t first, std::size_t end) const {
        std::uint64_t any = 0;
        for (std::size_t i = first / 64; i < end / 64; ++i) {
            any |= words_[i];
        }
        return any != 0;
    }
    std::size_t count_in(std::size_t first, std::size_t end) const {
        std::size_t count = 0;
        for (std::size_t i = first / 64; i < end / 64; ++i) {
            count += static_cast<std::size_t>(std::popcount(words_[i]));
        }
        return count;
    }
    void clear_in(std::size_t first, std::size_t end) {
        std::fill(words_.begin() + static_cast<std::ptrdiff_t>(first / 64),
                  words_.begin() + static_cast<std::ptrdiff_t>(end / 64), 0);
    }

private:
    std::vector<std::uint64_t> words_;
};

}  // namespace hence
