#include "base/nearest.h"

#include <algorithm>
#include <numeric>

namespace hence {
namespace {

constexpr std::size_t compared_size_max = 64;
constexpr std::size_t beginning_min = 3;

// "--dur" and "duration" begin "--duration-ms".
bool begins(std::string_view word, std::string_view candidate) {
    return word.size() >= beginning_min && candidate.starts_with(word);
}

}  // namespace

std::size_t edits_between(std::string_view a, std::string_view b) {
    a = a.substr(0, compared_size_max);
    b = b.substr(0, compared_size_max);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + static_cast<std::size_t>(a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
    for (const std::string& candidate : candidates) {
        if (begins(word, candidate)) {
            return candidate;
        }
    }
    std::optional<std::string> best;
    std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        if (const std::size_t edits = edits_between(word, candidate); edits < least) {
            least = edits;
            best = candidate;
        }
    }
    return best;
}

}  // namespace hence
