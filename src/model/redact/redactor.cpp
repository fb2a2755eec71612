#include "model/redact/redactor.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "model/event_body.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"
#include "model/redact/finder.h"

namespace hence {
namespace {

constexpr std::string_view mark_begin = "[redacted ";
constexpr std::size_t open_digits = 64;
constexpr std::size_t closed_digits = 4;
constexpr std::size_t mark_kind_max = 40;

void append_open_mark(std::string& out, std::string_view kind, std::string_view hash) {
    out += mark_begin;
    out += kind;
    out += ' ';
    out += hash;
    out += ']';
}

// The text with a mark in place of each part.
std::string with_marks(std::string_view text, const std::vector<FoundSecret>& found) {
    std::string out;
    out.reserve(text.size());
    std::size_t from = 0;
    for (const FoundSecret& one : found) {
        out += text.substr(from, one.span.begin - from);
        append_open_mark(out, one.kind, one.hash);
        from = one.span.end;
    }
    out += text.substr(from);
    return out;
}

// A mark that begins at `at`: where its digits begin, and how many there are.
struct Mark {
    std::size_t digits_at = 0;
    std::size_t digits = 0;  // 0: there is no mark.
};

Mark mark_at(std::string_view text, std::size_t at) {
    const std::size_t kind = at + mark_begin.size();
    const std::size_t space = text.substr(kind, mark_kind_max + 1).find(' ');
    if (space == std::string_view::npos) {
        return {};
    }
    Mark mark{kind + space + 1, 0};
    while (mark.digits <= open_digits && mark.digits_at + mark.digits < text.size() &&
           is_hex(text[mark.digits_at + mark.digits])) {
        ++mark.digits;
    }
    const bool ends =
        mark.digits_at + mark.digits < text.size() && text[mark.digits_at + mark.digits] == ']';
    const bool known = mark.digits == open_digits || mark.digits == closed_digits;
    return ends && known ? mark : Mark{};
}

// Puts other digits into each mark of the text.
template <class Digits>
std::size_t change_marks(std::string& text, const Digits& digits) {
    std::size_t at = text.find(mark_begin);
    if (at == std::string::npos) {
        return 0;
    }
    std::string out;
    std::size_t from = 0;
    std::size_t changed = 0;
    for (; at != std::string::npos; at = text.find(mark_begin, at + 1)) {
        const Mark mark = mark_at(text, at);
        if (mark.digits == 0) {
            continue;
        }
        const std::string_view old = std::string_view(text).substr(mark.digits_at, mark.digits);
        const std::string put = digits(old);
        if (put != old) {
            out.append(text, from, mark.digits_at - from).append(put);
            from = mark.digits_at + mark.digits;
            ++changed;
        }
    }
    text = out.append(text, from);
    return changed;
}

// The event with another text in place of its JSON; what does not print stays as it was.
Result<Event> rewritten(const Event& event, std::string_view json) {
    Event made = TRY(Event::parse(json));
    made = event.has(Flag::settled) ? made.with_flag(Flag::settled) : made;
    return flagged_redacted(made);
}

bool may_be_redacted(const Event& event) {
    const EventBody& body = event.body();
    const auto has = [](std::string_view text) { return !find_secrets(text).empty(); };
    return has(body.fields) || has(body.rationale) || has(body.id.text) || has(body.agent.text) ||
           has(body.session.text) || has(body.run.text) || has(body.parent.text) ||
           has(body.correlation.text) || std::ranges::any_of(body.causes, has);
}

std::size_t apply_rule(std::string& text, const RedactRule& rule) {
    const std::vector<SecretSpan> spans = rule.find(text);
    if (spans.empty()) {
        return 0;
    }
    std::vector<FoundSecret> found;
    for (const SecretSpan& span : spans) {
        const std::string_view secret = std::string_view(text).substr(span.begin, span.size());
        if (secret.find(mark_begin) == std::string_view::npos) {
            found.push_back({rule_kind, span, sha256_hex(secret)});
        }
    }
    text = with_marks(text, found);
    return found.size();
}

// A rule is about texts, not about JSON: it sees each string as it reads.
std::size_t apply_rules(std::string& json, const std::vector<RedactRule>& rules) {
    std::string out;
    std::size_t count = 0;
    std::size_t from = 0;
    std::size_t at = json.find('"');
    while (at != std::string::npos) {
        const std::size_t end = token_end(json, at);
        std::string text = unescape(std::string_view(json).substr(at, end - at));
        std::size_t here = 0;
        for (const RedactRule& rule : rules) {
            here += apply_rule(text, rule);
        }
        if (here > 0) {
            out.append(json, from, at - from);
            append_token(out, text);
            from = end;
            count += here;
        }
        at = json.find('"', end);
    }
    if (count > 0) {
        json = out.append(json, from);
    }
    return count;
}

}  // namespace

std::size_t Redactor::redact(std::string& text) const {
    const std::vector<FoundSecret> found = find_secrets(text);
    if (!found.empty()) {
        text = with_marks(text, found);
    }
    std::size_t count = found.size();
    for (const RedactRule& rule : rules_) {
        count += apply_rule(text, rule);
    }
    return count;
}

Result<std::size_t> Redactor::redact(Event& event) const {
    if (rules_.empty() && !may_be_redacted(event)) {
        return std::size_t{0};
    }
    std::string json = event.to_json();
    const std::vector<FoundSecret> found = find_secrets(json);
    std::size_t count = found.size();
    if (!found.empty()) {
        json = with_marks(json, found);
    }
    count += rules_.empty() ? 0 : apply_rules(json, rules_);
    if (count == 0) {
        return std::size_t{0};
    }
    event = TRY(rewritten(event, json));
    return count;
}

void Redactor::find(std::string_view text,
                    const std::function<void(SecretSpan span, std::string_view kind)>& tell) const {
    for (const FoundSecret& one : find_secrets(text)) {
        tell(one.span, one.kind);
    }
    for (const RedactRule& rule : rules_) {
        for (const SecretSpan& span : rule.find(text)) {
            tell(span, rule_kind);
        }
    }
}

Result<Redactor> redactor_with(std::span<const std::string> expressions) {
    std::vector<RedactRule> rules;
    for (const std::string& expression : expressions) {
        RedactRule rule = TRY(RedactRule::parse(expression));
        rules.push_back(std::move(rule));
    }
    return Redactor(std::move(rules));
}

std::size_t close_marks(std::string& text, const RedactKey& key) {
    return change_marks(text, [&key](std::string_view digits) -> std::string {
        if (digits.size() != open_digits) {
            return std::string(digits);
        }
        const Hash hash = sha256(as_bytes(key), digits);
        constexpr std::string_view hex = "0123456789abcdef";
        return {hex[hash[0] >> 4], hex[hash[0] & 15], hex[hash[1] >> 4], hex[hash[1] & 15]};
    });
}

Result<std::size_t> close_marks(Event& event, const RedactKey& key) {
    std::string json = event.to_json();
    const std::size_t closed = close_marks(json, key);
    if (closed > 0) {
        event = TRY(rewritten(event, json));
    }
    return closed;
}

bool same_when_redacted(const Event& a, const Event& b, const Redactor& redactor) {
    const auto plain = [&redactor](Event event) -> Result<Event> {
        TRY(redactor.redact(event));
        std::string json = event.to_json();
        change_marks(json, [](std::string_view) { return std::string(closed_digits, '0'); });
        return Event::parse(json);
    };
    const Result<Event> one = plain(a);
    const Result<Event> other = plain(b);
    return one && other && one->says_the_same_as(*other);
}

}  // namespace hence
