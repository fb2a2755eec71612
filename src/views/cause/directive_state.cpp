#include "views/cause/directive_state.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "model/facts.h"
#include "model/json/members.h"
#include "model/kinds.h"

namespace hence {
namespace {

using WordList = std::span<const std::string_view>;

constexpr std::string_view pending_words[] = {"pending",   "issued",    "ordered", "assigned",
                                              "requested", "submitted", "queued"};
constexpr std::string_view acknowledged_words[] = {"acknowledged", "acknowledge", "ack",
                                                   "acked",        "accepted",    "received"};
constexpr std::string_view in_progress_words[] = {"progress", "inprogress", "started", "running",
                                                  "working",  "executing",  "resumed"};
constexpr std::string_view completed_words[] = {"completed", "complete", "done", "fulfilled",
                                                "finished"};
constexpr std::string_view rejected_words[] = {"rejected",  "reject",   "declined",  "refused",
                                               "denied",    "canceled", "cancelled", "failed",
                                               "withdrawn", "aborted"};
constexpr std::string_view expired_words[] = {"expired", "lapsed", "timeout", "overdue"};
constexpr std::string_view denial_words[] = {"not", "never", "un"};
constexpr std::string_view refusal_words[] = {"rejected", "denied", "blocked", "escalated"};

struct StateWords {
    DirectiveState state;
    WordList words;
};

// The furthest state first: "acknowledged, in progress" is in progress.
constexpr std::array<StateWords, 6> states{{
    {DirectiveState::completed, completed_words},
    {DirectiveState::rejected, rejected_words},
    {DirectiveState::expired, expired_words},
    {DirectiveState::in_progress, in_progress_words},
    {DirectiveState::acknowledged, acknowledged_words},
    {DirectiveState::pending, pending_words},
}};

// "REJECTED: limit" has "rejected", "unblocked" has not "blocked".
std::vector<std::string> words_in(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && is_letter(text[i])) {
            word += lower(text[i]);
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

bool any_of_words(const std::vector<std::string>& found, WordList words) {
    return std::ranges::any_of(found, [&](const std::string& word) {
        return std::ranges::find(words, std::string_view(word)) != words.end();
    });
}

std::optional<DirectiveState> state_said(std::string_view text) {
    const std::vector<std::string> words = words_in(text);
    if (any_of_words(words, denial_words)) {
        return std::nullopt;
    }
    for (const StateWords& each : states) {
        if (any_of_words(words, each.words)) {
            return each.state;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<DirectiveState> directive_state_in(const Event& event) {
    if (event.kind() != Kind::message) {
        return std::nullopt;
    }
    const auto [status, subtype, payload] =
        members<3>(event.fields(), {"status", "subtype", "payload"});
    const Json inner = payload.is_object() ? payload["status"] : Json();
    for (const Json& part : {status, subtype, inner}) {
        if (const std::optional<std::string> text = part.string()) {
            if (const std::optional<DirectiveState> state = state_said(*text)) {
                return state;
            }
        }
    }
    return std::nullopt;
}

bool names_directive(const Event& message) {
    const std::vector<std::string> words = words_in(text_field(message, "subtype"));
    return std::ranges::find(words, "directive") != words.end();
}

bool says_refused(const Event& message) {
    return any_of_words(words_in(text_field(message, "status")), refusal_words);
}

}  // namespace hence
