// Earlier decisions by shared words, in one pass over all decisions. Only the words of the question
// matter, so a decision is kept as a set of at most 64 bits and its place.
#include "hence/similar.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/by_text.h"
#include "base/try.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/position.h"
#include "model/words/words.h"
#include "views/cause/considered.h"
#include "views/cause/outcomes.h"
#include "views/find/event_at.h"
#include "views/find/query_match.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

constexpr std::size_t words_max = 64;  // Of a question: as many as fit a set of bits.
constexpr std::uint64_t rows_max = 1'000;
// A decision that shares less than this part of the question's weight is not alike.
constexpr double score_min = 0.15;

// Texts of a decision that say what it was about.
void each_question_text(const Event& decision, const std::function<void(std::string_view)>& visit) {
    const auto text = [&](std::string_view name) { visit(text_field(decision, name)); };
    text("description");
    text("decision_type");
    text("chosen");
    for (const Alternative& alternative : considered_by(decision)) {
        visit(alternative.option);
    }
    each_text_of(field(decision, "inputs").raw(), visit);
}

// Words that questions have whatever they are about.
constexpr std::string_view filler[] = {
    "about", "an",    "and",   "any",  "are",  "as",     "at",    "be",   "been", "but",  "by",
    "can",   "could", "did",   "do",   "does", "for",    "from",  "had",  "has",  "have", "how",
    "if",    "in",    "into",  "is",   "it",   "its",    "may",   "me",   "more", "my",   "no",
    "not",   "of",    "on",    "or",   "our",  "should", "so",    "than", "that", "the",  "their",
    "them",  "then",  "there", "they", "this", "to",     "was",   "we",   "were", "what", "when",
    "where", "which", "who",   "why",  "will", "with",   "would", "you",  "your",
};

// Words of one letter and numbers say little of what a question is about.
bool tells_something(std::string_view term) {
    if (std::ranges::find(filler, term) != std::end(filler)) {
        return false;
    }
    return term.size() > 1 &&
           !std::ranges::all_of(term, [](char c) { return c >= '0' && c <= '9'; });
}

void each_term(std::string_view text, const std::function<void(std::string_view)>& visit) {
    WordReader words(text);
    Word word;
    while (words.next(word)) {
        for (const WordPart& part : word.parts) {
            if (tells_something(part.folded)) {
                visit(term_of(part.folded));
            }
        }
    }
}

// The words of the question, each with a number.
class Question {
public:
    void add(std::string_view text) {
        each_term(text, [&](std::string_view term) {
            if (words_.size() < words_max && numbers_.find(term) == numbers_.end()) {
                numbers_.emplace(std::string(term), words_.size());
                words_.emplace_back(term);
            }
        });
    }
    const std::vector<std::string>& words() const { return words_; }

    std::uint64_t shared_with(const Event& decision) const {
        std::uint64_t bits = 0;
        each_question_text(decision, [&](std::string_view text) {
            each_term(text, [&](std::string_view term) {
                const auto known = numbers_.find(term);
                if (known != numbers_.end()) {
                    bits |= std::uint64_t{1} << known->second;
                }
            });
        });
        return bits;
    }

private:
    ByText<std::size_t> numbers_;
    std::vector<std::string> words_;
};

struct Alike {
    Position position;
    std::uint64_t bits = 0;
    double score = 0;
};

// All decisions that share a word, and how many have each.
struct Compared {
    std::vector<Alike> alike;
    std::vector<std::uint64_t> decisions_with;  // By the number of a word.
    std::uint64_t decisions = 0;
};

Result<Compared> compare(const Store& store, const SimilarRequest& request,
                         const std::optional<Event>& asked, const Question& question) {
    Compared compared;
    compared.decisions_with.resize(question.words().size());
    const std::unique_ptr<Cursor> decisions =
        TRY(store.scan({Space::kind, std::string(name_of(Kind::decision))}));
    for (;;) {
        const std::optional<Event> decision = TRY(decisions->next());
        if (!decision || (asked && position_of(*decision) >= position_of(*asked))) {
            return compared;
        }
        if (!request.agent.empty() && decision->agent() != request.agent) {
            continue;
        }
        ++compared.decisions;
        const std::uint64_t bits = question.shared_with(*decision);
        for (std::size_t word = 0; word < question.words().size(); ++word) {
            compared.decisions_with[word] += bits >> word & 1U;
        }
        if (bits != 0) {
            compared.alike.push_back({position_of(*decision), bits});
        }
    }
}

// A word that few decisions have weighs most. One that none has tells little: it may only be
// another way to ask, so it weighs as much as a word that all have.
std::vector<double> weights_of(const Compared& compared) {
    std::vector<double> weights;
    const auto all = static_cast<double>(compared.decisions);
    for (const std::uint64_t with : compared.decisions_with) {
        weights.push_back(std::log(with == 0 ? 2 : 1 + all / static_cast<double>(with)));
    }
    return weights;
}

// The most alike first; of equals, the newest.
void rank(Compared& compared, const std::vector<double>& weights, std::uint64_t limit) {
    double all = 0;
    for (const double weight : weights) {
        all += weight;
    }
    for (Alike& one : compared.alike) {
        double shared = 0;
        for (std::size_t word = 0; word < weights.size(); ++word) {
            shared += (one.bits >> word & 1U) != 0 ? weights[word] : 0;
        }
        one.score = all > 0 ? shared / all : 0;
    }
    std::erase_if(compared.alike, [](const Alike& one) { return one.score < score_min; });
    std::ranges::sort(compared.alike, [](const Alike& a, const Alike& b) {
        return a.score != b.score ? a.score > b.score : a.position > b.position;
    });
    if (compared.alike.size() > limit) {
        compared.alike.resize(limit);
    }
}

std::vector<std::string> shared_words(const Question& question, const std::vector<double>& weights,
                                      std::uint64_t bits) {
    std::vector<std::size_t> numbers;
    for (std::size_t word = 0; word < weights.size(); ++word) {
        if ((bits >> word & 1U) != 0) {
            numbers.push_back(word);
        }
    }
    std::ranges::stable_sort(numbers,
                             [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
    std::vector<std::string> words;
    for (const std::size_t number : numbers) {
        words.push_back(question.words()[number]);
    }
    return words;
}

Result<void> add_outcomes(const Store& store, Similar& answer) {
    Outcomes outcomes;
    for (const SimilarDecision& row : answer.rows) {
        outcomes.want(row.decision.id());
    }
    TRY(outcomes.find(store));
    for (SimilarDecision& row : answer.rows) {
        const std::optional<Outcomes::Known>& known = outcomes.of(row.decision.id());
        if (known) {
            row.outcome = TRY(event_at(store, known->seq));
            row.correct = known->correct;
        }
        ++(!row.correct ? answer.unknown : *row.correct ? answer.right : answer.wrong);
    }
    return {};
}

// The event that the question names, if it names one.
Result<std::optional<Event>> event_named(const Store& store, const std::string& to) {
    if (to.find(' ') != std::string::npos) {
        return std::optional<Event>{};
    }
    Result<Event> event = resolve_event(store, to);
    if (!event) {
        return std::optional<Event>{};  // Then it is a text.
    }
    return std::optional<Event>(std::move(event).take());
}

std::string question_text(const Event& event) {
    const std::string described = text_field(event, "description");
    return described.empty() ? summary(event) : described;
}

}  // namespace

Result<Similar> similar(const Store& store, const SimilarRequest& request) {
    if (request.limit < 1 || request.limit > rows_max) {
        return Error{Code::invalid, fmt::format("limit is {}", request.limit),
                     fmt::format("choose from 1 to {}", rows_max)};
    }
    if (!request.agent.empty()) {
        TRY(check_agent(store, request.agent));
    }
    const std::optional<Event> asked = TRY(event_named(store, request.to));
    Question question;
    if (asked) {
        each_question_text(*asked, [&](std::string_view text) { question.add(text); });
        if (question.words().empty()) {
            question.add(question_text(*asked));
        }
    } else {
        question.add(request.to);
    }
    if (question.words().empty()) {
        return Error{Code::invalid, "there is no word to compare",
                     "give the id of a decision, or a question in words"};
    }
    Similar answer;
    answer.of_event = asked.has_value();
    answer.to = asked ? std::string(asked->id()) : request.to;
    answer.text = asked ? question_text(*asked) : request.to;
    Compared compared = TRY(compare(store, request, asked, question));
    answer.compared = compared.decisions;
    const std::vector<double> weights = weights_of(compared);
    rank(compared, weights, request.limit);
    Sessions sessions(store);
    for (const Alike& one : compared.alike) {
        std::optional<Event> decision = TRY(event_at(store, one.position.seq));
        if (decision) {
            std::string session = TRY(sessions.of(*decision));
            std::vector<Alternative> alternatives = considered_by(*decision);
            answer.rows.push_back({std::move(*decision), std::move(session), one.score,
                                   shared_words(question, weights, one.bits),
                                   std::move(alternatives), std::nullopt, std::nullopt});
        }
    }
    TRY(add_outcomes(store, answer));
    return answer;
}

}  // namespace hence
