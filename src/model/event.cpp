// Event: its accessors, its JSON, and the copies with one part changed. A changed copy shares all
// other parts with the original.
#include "hence/event.h"

#include <cassert>
#include <utility>

#include "base/try.h"
#include "model/event_body.h"
#include "model/event_names.h"
#include "model/event_rules.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"

namespace hence {
namespace {

// A text that an event was given after it was parsed, and the body whose other parts it shares.
struct Replacement {
    std::shared_ptr<const EventBody> base;
    std::string text;
    std::string token;
};

std::shared_ptr<const EventBody> with_text(const std::shared_ptr<const EventBody>& base,
                                           Text EventBody::*member, std::string_view text) {
    auto replacement = std::make_shared<Replacement>();
    replacement->base = base;
    replacement->text = text;
    append_token(replacement->token, text);
    auto body = std::make_shared<EventBody>(*base);
    (*body).*member = {replacement->text, has_backslash(replacement->token)
                                              ? std::string_view(replacement->token)
                                              : std::string_view()};
    body->owner = std::move(replacement);
    return body;
}

Result<void> check_text(std::string_view key, std::string_view text, std::size_t size_max) {
    TRY(check_size(key, text, size_max));
    std::string token;
    append_token(token, text);
    // Bytes that are not UTF-8 come back from the token as other bytes.
    if (unescape(token) != text) {
        return Error{Code::invalid, std::string(key) + " is not UTF-8: encode the text as UTF-8"};
    }
    return {};
}

bool same_number(std::string_view a, std::string_view b) {
    return a.empty() == b.empty() && (a.empty() || compare_numbers(a, b) == 0);
}

bool same_json(std::string_view a, std::string_view b) {
    return a.empty() == b.empty() && (a.empty() || same_value(a, b));
}

void append_key(std::string& out, EventKey key) {
    out += out.back() == '{' ? "\"" : ",\"";
    out += name_of(key);
    out += "\":";
}

void append_text(std::string& out, std::string_view text, std::string_view raw) {
    if (raw.empty()) {
        out += '"';
        out += text;
        out += '"';
    } else {
        out += raw;
    }
}

void append_member(std::string& out, EventKey key, const Text& text) {
    if (!text.text.empty()) {
        append_key(out, key);
        append_text(out, text.text, text.raw);
    }
}

void append_member(std::string& out, EventKey key, std::string_view json) {
    if (!json.empty()) {
        append_key(out, key);
        out += json;
    }
}

void append_member(std::string& out, EventKey key, const Time& time) {
    append_key(out, key);
    out += '"';
    append_time(out, time);
    out += '"';
}

void append_causes(std::string& out, const EventBody& body) {
    if (body.causes.empty()) {
        return;
    }
    append_key(out, EventKey::causes);
    for (std::size_t i = 0; i < body.causes.size(); ++i) {
        out += i == 0 ? '[' : ',';
        append_text(out, body.causes[i],
                    i < body.causes_raw.size() ? body.causes_raw[i] : std::string_view());
    }
    out += ']';
}

void append_flags(std::string& out, const Event& event) {
    char before = '[';
    each_flag_name(event, [&](std::string_view name) {
        if (before == '[') {
            append_key(out, EventKey::flags);
        }
        out += before;
        append_text(out, name, {});
        before = ',';
    });
    out += before == '[' ? "" : "]";
}

}  // namespace

void append_recorded(std::string& out, const EventBody& body) {
    out += '{';
    append_member(out, EventKey::id, body.id);
    append_member(out, EventKey::kind, Text{body.kind, {}});
    append_member(out, EventKey::time, body.time);
    append_member(out, EventKey::agent, body.agent);
    append_member(out, EventKey::session, body.session);
    append_member(out, EventKey::run, body.run);
    append_member(out, EventKey::parent, body.parent);
    append_causes(out, body);
    append_member(out, EventKey::correlation, body.correlation);
    append_member(out, EventKey::iteration, body.iteration);
    append_member(out, EventKey::duration_ms, body.duration_ms);
    append_member(out, EventKey::rationale, body.rationale);
    append_member(out, EventKey::fields, body.fields);
    out += '}';
}

Event flagged_redacted(const Event& event) {
    if (event.body().redacted) {
        return event;
    }
    auto body = std::make_shared<EventBody>(event.body());
    body->redacted = true;
    body->owner = std::make_shared<const Event>(event);  // The views point into its memory.
    Event flagged(std::move(body), event.source(), event.flags());
    return event.seq() == 0 ? flagged : flagged.stored_as(event.seq(), event.received());
}

Event::Event(std::shared_ptr<const EventBody> body) : body_(std::move(body)) {
    assert(body_ != nullptr);
}

Event::Event(std::shared_ptr<const EventBody> body, std::string_view source, std::uint8_t flags)
    : body_(std::move(body)), source_(source), flags_(flags) {
    assert(body_ != nullptr);
}

std::string_view Event::id() const {
    return body_->id.text;
}
std::string_view Event::kind() const {
    return body_->kind;
}
std::string_view Event::agent() const {
    return body_->agent.text;
}
std::string_view Event::session() const {
    return body_->session.text;
}
std::string_view Event::run() const {
    return body_->run.text;
}
std::string_view Event::parent() const {
    return body_->parent.text;
}
std::string_view Event::correlation() const {
    return body_->correlation.text;
}
std::span<const std::string_view> Event::causes() const {
    return body_->causes;
}
Time Event::time() const {
    return body_->time;
}
std::optional<std::int64_t> Event::iteration() const {
    return body_->iteration_value;
}
std::optional<double> Event::duration_ms() const {
    return body_->duration_value;
}
std::string_view Event::rationale() const {
    return body_->rationale;
}
std::string_view Event::fields() const {
    return body_->fields;
}
std::string_view Event::source() const {
    return source_;
}

std::string Event::to_json() const {
    std::string out;
    append_json(out);
    return out;
}

void Event::append_json(std::string& out) const {
    append_recorded(out, *body_);
    out.pop_back();  // Goes on inside the brace.
    if (seq_ != 0) {
        append_key(out, EventKey::seq);
        out += std::to_string(seq_);
        append_member(out, EventKey::received, received_);
    }
    if (!source_.empty()) {
        append_key(out, EventKey::source);
        append_string(out, source_);
    }
    append_flags(out, *this);
    out += '}';
}

Result<Event> Event::with_id(std::string_view id) const {
    TRY(check_text("id", id, id_size_max));
    Event event(*this);
    event.body_ = with_text(body_, &EventBody::id, id);
    return event;
}

Result<Event> Event::with_session(std::string_view session) const {
    TRY(check_text("session", session, name_size_max));
    Event event(*this);
    event.body_ = with_text(body_, &EventBody::session, session);
    return event;
}

Event Event::with_source(std::string_view source) const {
    Event event(*this);
    event.source_ = source;
    return event;
}

Event Event::with_flag(Flag flag) const {
    Event event(*this);
    event.flags_ |= static_cast<std::uint8_t>(flag);
    return event;
}

Event Event::stored_as(std::uint64_t seq, Time received) const& {
    return Event(*this).stored_as(seq, received);
}

Event Event::stored_as(std::uint64_t seq, Time received) && {
    seq_ = seq;
    received_ = received;
    return std::move(*this);
}

bool Event::says_the_same_as(const Event& other) const {
    const EventBody& a = *body_;
    const EventBody& b = *other.body_;
    return &a == &b ||
           (a.id.text == b.id.text && a.kind == b.kind && a.time == b.time &&
            a.agent.text == b.agent.text && a.session.text == b.session.text &&
            a.run.text == b.run.text && a.parent.text == b.parent.text && a.causes == b.causes &&
            a.correlation.text == b.correlation.text && same_number(a.iteration, b.iteration) &&
            same_number(a.duration_ms, b.duration_ms) && same_json(a.rationale, b.rationale) &&
            same_json(a.fields, b.fields));
}

}  // namespace hence
