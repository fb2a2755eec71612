// Event::parse: one pass over the text. The scanner copies each value, without its white space,
// into one block of memory that the event then keeps; the views of its body point there. Only a
// string with a backslash needs a second, unescaped copy. A tree of values would be easier to write
// and would cost an allocation for each value of each event, most of which nobody reads.
// An event that breaks a rule is refused with a message that names the key and the remedy; nothing
// is mended silently, because a record must say what its emitter said.
#include <algorithm>
#include <forward_list>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "hence/event.h"
#include "model/event_body.h"
#include "model/event_names.h"
#include "model/event_rules.h"
#include "model/json/json.h"
#include "model/json/json_number.h"
#include "model/json/json_scanner.h"
#include "model/text.h"

namespace hence {
namespace {

// An event's body and the memory that its views point at.
struct ParsedEvent {
    EventBody body;
    std::unique_ptr<char[]> text;
    std::forward_list<std::string> unescaped;
};

class EventReader {
public:
    EventReader(std::string_view json, ParsedEvent& parsed)
        : json_(json), parsed_(parsed), body_(parsed.body), scanner_(json, parsed.text.get()) {}

    // False: error() says why.
    bool read();

    Error take_error() { return std::move(error_); }
    std::string_view source() const { return source_; }
    std::uint8_t flags() const { return flags_; }

private:
    using String = JsonScanner::String;

    bool read_members();
    bool read_key(EventKey& key);
    bool read_value(EventKey key);
    bool read_text(EventKey key, Text& text, std::size_t size_max);
    bool read_string(EventKey key, String& string);
    bool read_kind();
    bool read_time();
    bool read_causes();
    bool read_cause(std::size_t index);
    bool read_slice(EventKey key, std::string_view& slice);
    bool read_number(EventKey key, std::string_view& number);
    bool read_iteration();
    bool read_duration();
    bool read_rationale();
    bool read_fields();
    bool read_flags();
    bool check_whole();

    // The text of a string, which the event keeps.
    std::string_view text_of(const String& string);

    bool skip_null();
    bool fail(Error error) {
        error_ = std::move(error);
        return false;
    }
    bool fail(std::string message) { return fail(Error{Code::invalid, std::move(message)}); }
    bool no_json() { return fail(scanner_.error()); }
    bool no_json(const char* what) {
        scanner_.fail(what);
        return no_json();
    }
    bool wrong_type(EventKey key, std::string_view remedy);

    std::string_view json_;
    ParsedEvent& parsed_;
    EventBody& body_;
    JsonScanner scanner_;
    std::uint32_t seen_ = 0;  // One bit for each key.
    bool has_time_ = false;
    std::size_t store_keys_size_ = 0;  // Bytes of what the store adds.
    std::string_view source_;
    std::uint8_t flags_ = 0;
    Error error_{Code::invalid, {}};
};

bool EventReader::read() {
    const char first = scanner_.peek();
    if (first != '{') {
        return first == '[' || first == '"'
                   ? fail(fmt::format("{} is no event: give one JSON object",
                                      type_of(std::string_view(&first, 1))))
                   : no_json(json_.starts_with("\xEF\xBB\xBF") ? "a byte order mark: leave it out"
                                                               : "an event is a JSON object");
    }
    scanner_.skip();
    if (scanner_.peek() == '}') {
        scanner_.skip();
    } else if (!read_members()) {
        return false;
    }
    if (scanner_.peek(); !scanner_.at_end()) {
        return no_json("more text after the event");
    }
    return check_whole();
}

// Reads members up to and with the closing brace.
bool EventReader::read_members() {
    for (;;) {
        scanner_.peek();
        const std::size_t begin = scanner_.bytes_read();
        EventKey key{};
        if (!read_key(key) || !read_value(key)) {
            return false;
        }
        if (key >= EventKey::seq) {
            store_keys_size_ += scanner_.bytes_read() - begin + 1;
        }
        const char next = scanner_.peek();
        if (next != ',' && next != '}') {
            return no_json("expected , or }");
        }
        scanner_.skip();
        if (next == '}') {
            return true;
        }
    }
}

bool EventReader::read_key(EventKey& key) {
    String string;
    if (scanner_.peek() != '"') {
        return no_json("expected a name in double quotes");
    }
    if (!scanner_.string(string)) {
        return no_json();
    }
    scanner_.forget(string.token);
    std::string unescaped;
    std::string_view name = string.inside();
    if (string.escaped) {
        unescaped = unescape(string.token);
        name = unescaped;
    }
    const std::optional<EventKey> found = find_event_key(name);
    if (!found) {
        const NearestKey nearest = nearest_event_key(name);
        return nearest.edits <= 2
                   ? fail(fmt::format("unknown key {}: did you mean \"{}\"?", quoted(name),
                                      nearest.name))
                   : fail(fmt::format("unknown key {}: the nearest known key is \"{}\"; what is "
                                      "your own belongs in \"fields\"",
                                      quoted(name), nearest.name));
    }
    key = *found;
    const std::uint32_t bit = 1u << static_cast<unsigned>(key);
    if ((seen_ & bit) != 0) {
        return fail(fmt::format("{} is given twice: give it once", name_of(key)));
    }
    seen_ |= bit;
    if (scanner_.peek() != ':') {
        return no_json("expected a colon after the name");
    }
    scanner_.skip();
    return true;
}

bool EventReader::read_value(EventKey key) {
    if (scanner_.peek() == 'n' && key != EventKey::seq && key != EventKey::received) {
        return skip_null();
    }
    switch (key) {
        case EventKey::id: return read_text(key, body_.id, id_size_max);
        case EventKey::kind: return read_kind();
        case EventKey::time: return read_time();
        case EventKey::agent: return read_text(key, body_.agent, name_size_max);
        case EventKey::session: return read_text(key, body_.session, name_size_max);
        case EventKey::run: return read_text(key, body_.run, name_size_max);
        case EventKey::parent: return read_text(key, body_.parent, id_size_max);
        case EventKey::causes: return read_causes();
        case EventKey::correlation: return read_text(key, body_.correlation, name_size_max);
        case EventKey::iteration: return read_iteration();
        case EventKey::duration_ms: return read_duration();
        case EventKey::rationale: return read_rationale();
        case EventKey::fields: return read_fields();
        case EventKey::seq:
        case EventKey::received: {
            std::string_view ignored;
            if (!read_slice(key, ignored)) {
                return false;
            }
            scanner_.forget(ignored);
            return true;
        }
        case EventKey::source: {
            Text text;
            const bool read = read_text(key, text, source_size_max);
            source_ = text.text;
            return read;
        }
        case EventKey::flags: return read_flags();
    }
    return true;
}

bool EventReader::skip_null() {
    std::string_view slice;
    if (!scanner_.value(0, slice)) {
        return no_json();
    }
    scanner_.forget(slice);
    return true;
}

// What stands at the read position is valid JSON of another type, or no JSON at all.
bool EventReader::wrong_type(EventKey key, std::string_view remedy) {
    std::string_view slice;
    if (!scanner_.value(fields_depth_max, slice)) {
        return no_json();
    }
    return fail(fmt::format("{} is {}: {}", name_of(key), type_of(slice), remedy));
}

std::string_view EventReader::text_of(const String& string) {
    if (!string.escaped) {
        return string.inside();
    }
    return parsed_.unescaped.emplace_front(unescape(string.token));
}

bool EventReader::read_string(EventKey key, String& string) {
    if (scanner_.peek() != '"') {
        return wrong_type(key, "give a string");
    }
    return scanner_.string(string) || no_json();
}

bool EventReader::read_text(EventKey key, Text& text, std::size_t size_max) {
    String string;
    if (!read_string(key, string)) {
        return false;
    }
    text.text = text_of(string);
    if (string.escaped) {
        text.raw = string.token;
    }
    if (text.text.empty() || text.text.size() > size_max) {
        return fail(check_size(name_of(key), text.text, size_max).error());
    }
    return true;
}

bool EventReader::read_kind() {
    String string;
    if (!read_string(EventKey::kind, string)) {
        return false;
    }
    body_.kind = text_of(string);
    if (!is_kind(body_.kind)) {
        return fail(
            fmt::format("kind {} is no name: use a lower-case letter, then up to 63 "
                        "lower-case letters, digits or _",
                        quoted(body_.kind)));
    }
    return true;
}

bool EventReader::read_time() {
    String string;
    if (!read_string(EventKey::time, string)) {
        return false;
    }
    // It is kept as an instant, not as text.
    const Result<Time> time =
        string.escaped ? parse_time(unescape(string.token)) : parse_time(string.inside());
    scanner_.forget(string.token);
    if (!time) {
        return fail("time " + time.error().message);
    }
    body_.time = *time;
    has_time_ = true;
    return true;
}

bool EventReader::read_causes() {
    if (scanner_.peek() != '[') {
        return wrong_type(EventKey::causes, "give a list of ids");
    }
    scanner_.skip();
    if (scanner_.peek() == ']') {
        scanner_.skip();
        return true;
    }
    for (std::size_t index = 0;; ++index) {
        if (!read_cause(index)) {
            return false;
        }
        const char next = scanner_.peek();
        if (next != ',' && next != ']') {
            return no_json("expected , or ]");
        }
        scanner_.skip();
        if (next == ']') {
            return true;
        }
    }
}

bool EventReader::read_cause(std::size_t index) {
    const auto name = [index] { return fmt::format("causes[{}]", index); };
    if (scanner_.peek() != '"') {
        std::string_view slice;
        return scanner_.value(fields_depth_max, slice)
                   ? fail(fmt::format("{} is {}: give an id", name(), type_of(slice)))
                   : no_json();
    }
    String string;
    if (!scanner_.string(string)) {
        return no_json();
    }
    const std::string_view text = text_of(string);
    if (text.empty() || text.size() > id_size_max) {
        return fail(check_size(name(), text, id_size_max).error());
    }
    body_.causes.push_back(text);
    if (string.escaped || !body_.causes_raw.empty()) {
        body_.causes_raw.resize(body_.causes.size());
        body_.causes_raw.back() = string.escaped ? string.token : std::string_view();
    }
    return true;
}

bool EventReader::read_slice(EventKey key, std::string_view& slice) {
    if (scanner_.value(fields_depth_max, slice)) {
        return true;
    }
    if (scanner_.nests_too_deep()) {
        return fail(fmt::format("{} {}: flatten it, or give its inside as a string", name_of(key),
                                scanner_.error().message));
    }
    return no_json();
}

bool EventReader::read_number(EventKey key, std::string_view& number) {
    const char first = scanner_.peek();
    if (first != '-' && (first < '0' || first > '9')) {
        return wrong_type(key, "give a number");
    }
    return read_slice(key, number);
}

bool EventReader::read_iteration() {
    if (!read_number(EventKey::iteration, body_.iteration)) {
        return false;
    }
    body_.iteration_value = integer_value(body_.iteration);
    if (!body_.iteration_value || *body_.iteration_value < -1) {
        return fail(fmt::format("iteration {} is out of range: give an integer from -1 to 2^63 - 1",
                                quoted(body_.iteration)));
    }
    return true;
}

bool EventReader::read_duration() {
    if (!read_number(EventKey::duration_ms, body_.duration_ms)) {
        return false;
    }
    body_.duration_value = finite_value(body_.duration_ms);
    const bool has_sign = body_.duration_ms.front() == '-';
    if (!body_.duration_value || (has_sign && compare_numbers(body_.duration_ms, "0") != 0)) {
        return fail(fmt::format("duration_ms {} is out of range: give a finite number, 0 or more",
                                quoted(body_.duration_ms)));
    }
    if (has_sign) {
        body_.duration_value = 0.0;  // Rather than -0.
    }
    return true;
}

bool EventReader::read_rationale() {
    if (!read_slice(EventKey::rationale, body_.rationale)) {
        return false;
    }
    if (std::string ours = respelled_rationale(body_.rationale); !ours.empty()) {
        body_.rationale = parsed_.unescaped.emplace_front(std::move(ours));
    }
    const Result<RationaleLength> length = check_rationale(body_.rationale);
    if (!length) {
        return fail(length.error());
    }
    if (*length == RationaleLength::too_long) {
        flags_ |= static_cast<std::uint8_t>(Flag::rationale_too_long);
    }
    return true;
}

bool EventReader::read_fields() {
    if (scanner_.peek() != '{') {
        return wrong_type(EventKey::fields, "give an object");
    }
    return read_slice(EventKey::fields, body_.fields);
}

bool EventReader::read_flags() {
    std::string_view slice;
    if (scanner_.peek() != '[') {
        return wrong_type(EventKey::flags, "give a list of flags");
    }
    if (!read_slice(EventKey::flags, slice)) {
        return false;
    }
    Error error{Code::invalid, {}};
    Json(slice).each_element([this, &error](Json element) {
        const std::string name = element.string().value_or("");
        if (name == redacted_flag || name == erased_flag) {
            (name == redacted_flag ? body_.redacted : body_.erased) = true;
            return true;
        }
        const std::optional<Flag> flag = find_flag(name);
        if (!flag) {
            error.message =
                fmt::format("flags holds {}, which is no flag: leave it out",
                            hence::quoted(element.string().value_or(std::string(element.raw()))));
            return false;
        }
        flags_ |= static_cast<std::uint8_t>(*flag);
        return true;
    });
    scanner_.forget(slice);
    return error.message.empty() || fail(std::move(error));
}

bool EventReader::check_whole() {
    if (json_.size() - std::min(store_keys_size_, json_.size()) > event_size_max) {
        return fail(Error{Code::limit, fmt::format("the event has {} bytes: at most {} are allowed",
                                                   json_.size(), event_size_max)});
    }
    if (body_.kind.empty()) {
        return fail("kind is missing: give one such as \"tool_call\"");
    }
    if (!has_time_) {
        return fail("time is missing: give one such as \"2026-02-23T10:00:01Z\"");
    }
    if (body_.kind == "outcome") {
        const Result<void> outcome = check_outcome(body_.fields);
        return outcome || fail(outcome.error());
    }
    return true;
}

}  // namespace

Result<Event> Event::parse(std::string_view json) {
    if (json.size() > event_size_max + event_store_keys_size_max) {
        return Error{Code::limit, fmt::format("the event has {} bytes: at most {} are allowed",
                                              json.size(), event_size_max)};
    }
    if (const auto offset = not_utf8(json)) {
        return utf8_error(*offset);
    }
    const auto parsed = std::make_shared<ParsedEvent>();
    parsed->text = std::make_unique_for_overwrite<char[]>(json.size());
    EventReader reader(json, *parsed);
    if (!reader.read()) {
        return reader.take_error();
    }
    Event event(std::shared_ptr<const EventBody>(parsed, &parsed->body));
    event.source_ = reader.source();
    event.flags_ = reader.flags();
    return event;
}

}  // namespace hence
