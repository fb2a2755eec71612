#include "views/search/snippet.h"

#include <algorithm>
#include <utility>

namespace hence {
namespace {

using Mark = WordText::Mark;

constexpr std::size_t snippets_max = 3;
constexpr std::size_t marks_max = 16;
constexpr std::size_t bytes_before = 60;  // The first mark.
constexpr std::size_t bytes_in_all = 240;

bool is_inside_character(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80;
}

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

// A text that holds something of what was looked for.
struct Hit {
    SearchSnippet snippet;
    std::size_t phrases = 0;  // How many of them it holds.
};

// Marks in order, none of which overlaps another.
std::vector<Mark> apart(std::vector<Mark> marks) {
    std::ranges::sort(marks);
    std::vector<Mark> kept;
    for (const Mark& mark : marks) {
        if (kept.empty() || mark.begin >= kept.back().end) {
            kept.push_back(mark);
        } else {
            kept.back().end = std::max(kept.back().end, mark.end);
        }
    }
    return kept;
}

SearchSnippet cut_out(const std::string& path, std::string_view text,
                      const std::vector<Mark>& marks) {
    std::size_t begin = marks.front().begin > bytes_before ? marks.front().begin - bytes_before : 0;
    while (is_inside_character(text, begin)) {
        ++begin;
    }
    std::size_t end = std::min(text.size(), std::max(begin + bytes_in_all, marks.front().end));
    while (is_inside_character(text, end)) {
        ++end;
    }
    SearchSnippet snippet;
    snippet.path = path;
    snippet.text = begin > 0 ? "…" : "";
    const std::size_t shift = begin > 0 ? 1 : 0;
    snippet.text += text.substr(begin, end - begin);
    snippet.text += end < text.size() ? "…" : "";
    for (const Mark& mark : marks) {
        if (mark.end > end) {
            break;
        }
        const std::size_t first = shift + characters(text.substr(begin, mark.begin - begin));
        const std::size_t count = characters(text.substr(mark.begin, mark.end - mark.begin));
        snippet.marks.emplace_back(first, first + count);
    }
    return snippet;
}

}  // namespace

std::vector<SearchSnippet> snippets_of(const Event& event, const WordQuery& query) {
    std::vector<Hit> hits;
    each_text_at(event, [&](const std::string& path, std::string_view text) {
        const WordText read(text);
        std::vector<Mark> marks;
        std::size_t phrases = 0;
        for (const QueryPhrase& phrase : query.all) {
            const std::vector<Mark> found = read.marks(phrase, marks_max);
            phrases += found.empty() ? 0 : 1;
            marks.insert(marks.end(), found.begin(), found.end());
        }
        if (phrases > 0) {
            hits.push_back({cut_out(path, text, apart(std::move(marks))), phrases});
        }
        // What is kept is bounded, however many texts an event has.
        if (hits.size() > 2 * snippets_max) {
            std::ranges::stable_sort(hits, std::greater(), &Hit::phrases);
            hits.resize(snippets_max);
        }
    });
    std::ranges::stable_sort(hits, std::greater(), &Hit::phrases);
    std::vector<SearchSnippet> snippets;
    for (Hit& hit : hits) {
        if (snippets.size() < snippets_max) {
            snippets.push_back(std::move(hit.snippet));
        }
    }
    return snippets;
}

double score_of(const Event& event, const WordQuery& query) {
    // As BM25 weighs: the first occurrences count most, and long texts count less.
    constexpr double saturation = 1.2;
    constexpr double usual_bytes = 400;
    std::vector<double> weights(query.all.size());
    bool together = false;
    each_text(event, [&](std::string_view text) {
        const WordText read(text);
        const double length = 0.5 + 0.5 * static_cast<double>(text.size()) / usual_bytes;
        std::size_t met = 0;
        for (std::size_t i = 0; i < query.all.size(); ++i) {
            const auto times = static_cast<double>(read.marks(query.all[i], marks_max).size());
            weights[i] += times / length;
            met += times > 0 ? 1 : 0;
        }
        together = together || met == query.all.size();
    });
    double score = together ? 1 : 0;
    for (const double weight : weights) {
        score += weight / (weight + saturation);
    }
    return score;
}

}  // namespace hence
