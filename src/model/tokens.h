// The tokens of one event, read from what its emitter stated, and the tokens and the money of many.
//
// Which of the two meanings of `prompt_tokens` an event has (include/hence/tokens.h) is decided by
// what the event states (a total that adds up one way only, a cache larger than the input), and
// where both are possible by who sent it. One place decides, so that no two answers disagree.
#pragma once

#include <optional>
#include <string>

#include "hence/event.h"
#include "hence/tokens.h"
#include "model/json/members.h"
#include "model/json/writer.h"

namespace hence {

// Of a model call, or of an event that states totals (session_end); else nothing.
TokenUse tokens_used(const Event& event);
// The same of an event whose fields were walked over already.
TokenUse tokens_used(const ObjectMembers& fields, std::string_view source);

// {"input","output","cache_read","cache_write","reasoning","total"}
void write_tokens(JsonWriter& json, const TokenUse& tokens);
// The same without the braces.
void append_token_members(JsonWriter& json, const TokenUse& tokens);

// "input 54, output 212, cache read 88231": the classes that are known. Empty when none is.
std::string token_classes(const TokenUse& tokens);

// Adds up what the events of a run, a session or any other selection used. Model calls count. What
// an end states for the whole counts only where no model call states anything, else it would count
// twice.
class Spent {
public:
    void add(const Event& event);

    const TokenUse& tokens() const { return of_calls_.known() ? of_calls_ : of_ends_; }
    std::optional<double> cost_usd() const { return calls_usd_ ? calls_usd_ : ends_usd_; }

private:
    TokenUse of_calls_;
    TokenUse of_ends_;
    std::optional<double> calls_usd_;
    std::optional<double> ends_usd_;
};

}  // namespace hence
