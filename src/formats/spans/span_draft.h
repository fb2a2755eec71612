// Makes a span from a record of another format, so that it becomes what any span becomes.
//
// Mapping each format to events by itself would repeat the rules for prompts, tokens and failures
// in each reader. Instead a reader states the members of its record as attributes of a known
// convention. The draft owns all text that its span views, except values that the caller gives.
#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/translate/translation.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

// Owns what its span views, but for the values that are given: those must outlive it.
class SpanDraft {
public:
    SpanDraft() { span_.origin = &origin_; }
    SpanDraft(const SpanDraft&) = delete;
    SpanDraft& operator=(const SpanDraft&) = delete;

    // Ids, status and the like are set here. Attributes and times are not.
    Span& span() { return span_; }

    // A copy that lives as long as this.
    std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }

    // An absent value adds nothing. If a key is added again, the last value stands.
    void add(std::string_view key, Json value);
    void add_text(std::string_view key, std::string_view text);
    void add_each(Json object, std::string_view prefix = {});  // Its members, under PREFIXNAME.
    void remove(std::string_view key);
    void set_resource(Json attributes);
    void set_scope(Json scope);  // {"name","version","attributes"}
    // An RFC 3339 text, or a number of milliseconds since 1970. Any other value sets no time.
    void set_start(Json time) { start_ = set_time(time, span_.start_ns); }
    void set_end(Json time) { end_ = set_time(time, span_.end_ns); }
    void add_event(Json time, std::string_view name, Json attributes);

    // Hands the attributes over to the span, as far as they were added.
    const Span& seal();

    // The events of the span, with times spelled as they were given. Fails as translate does.
    Result<Translation> translate();

private:
    std::string set_time(Json time, std::uint64_t& nanos);
    std::vector<Attribute> members_of(Json object);

    Origin origin_;
    Span span_;
    std::vector<Attribute> attributes_;
    std::string start_;
    std::string end_;
    std::deque<std::string> kept_;
};

// Whether a value is null, or an empty object, list or text, or not there at all.
bool says_empty(Json value);

// An object of the members that are not empty, but for those of these names; empty when there are
// none.
std::string members_besides(Json object, std::initializer_list<std::string_view> names);

// All events of a translation, in turn.
template <typename Visit>
void each_draft(Translation& told, const Visit& visit) {
    visit(told.main);
    for (EventDraft& draft : told.more) {
        visit(draft);
    }
    for (EventDraft& draft : told.if_absent) {
        visit(draft);
    }
}

// Gives a session to the events that state none.
void state_session(Translation& told, const std::string& session);

// What a run was asked for: the last thing that a person said in `input`, or what else it holds.
std::string goal_in(Json input);
// The result of a run as JSON: the last text in `output`, or an answer that is no text. Or empty.
std::string output_in(Json output);

}  // namespace hence
