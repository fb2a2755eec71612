// A set of the events of one segment, a bit for each.
#pragma once

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
    bool empty() const {
        for (const std::uint64_t word : words_) {
            if (word != 0) {
                return false;
            }
        }
        return true;
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

    template <class Visit>
    void each(const Visit& visit) const {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
                visit(i * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
            }
        }
    }

private:
    std::vector<std::uint64_t> words_;
};

}  // namespace hence
