#include "model/redact/finder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

#include "base/hash.h"
#include "model/redact/characters.h"
#include "model/redact/escapes.h"

namespace hence {
namespace {

constexpr std::string_view private_key_kind = "private_key";
constexpr std::string_view access_key_kind = "aws_access_key_id";
constexpr std::size_t key_line_min = 16;
constexpr std::size_t aws_secret_size = 40;

// How often a byte is met in what agents write, roughly: the rarest pair of an anchor is chosen.
int commonness(char c) {
    if (is_lower(c)) {
        return std::string_view("jkqvwxz").find(c) == std::string_view::npos ? 10 : 5;
    }
    if (is_upper(c)) {
        return 4;
    }
    if (is_digit(c)) {
        return 6;
    }
    return c == ' ' ? 12 : c == '-' || c == '.' || c == '/' ? 8 : c == '_' || c == ':' ? 7 : 3;
}

std::uint16_t pair_at(const char* bytes) {
    std::uint16_t pair = 0;
    std::memcpy(&pair, bytes, sizeof pair);
    return pair;
}

// The anchors by their rarest pairs.
class AnchorIndex {
public:
    AnchorIndex() {
        first_.fill(none);
        const std::span<const SecretForm> forms = secret_forms();
        next_.resize(forms.size(), none);
        offset_.resize(forms.size());
        // From behind, so that the chain of a pair has the order of the table.
        for (std::size_t i = forms.size(); i-- > 0;) {
            const std::string_view anchor = forms[i].anchor;
            offset_[i] = rarest_pair(anchor);
            const std::uint16_t pair = pair_at(anchor.data() + offset_[i]);
            next_[i] = first_[pair];
            first_[pair] = static_cast<std::uint16_t>(i);
            mark(pair);
        }
        mark(pair_at("\\u"));
        mark(pair_at("\\/"));
    }

    // The first place from `at` on whose pair some anchor has; the end when there is none.
    std::size_t next_place(std::string_view text, std::size_t at) const {
        if (text.size() < 2) {
            return text.size();
        }
        const char* const bytes = text.data();
        const std::size_t last = text.size() - 1;
        // Most places have no such pair, so that four are looked at together.
        while (at + 4 <= last) {
            const int marks = marked_[pair_at(bytes + at)] | marked_[pair_at(bytes + at + 1)] |
                              marked_[pair_at(bytes + at + 2)] | marked_[pair_at(bytes + at + 3)];
            if (marks != 0) {
                break;
            }
            at += 4;
        }
        for (; at < last; ++at) {
            if (marked_[pair_at(bytes + at)] != 0) {
                return at;
            }
        }
        return text.size();
    }

    // Tells of each form whose anchor has its pair at `at`, with the place of the anchor.
    template <class Tell>
    bool each_form(std::string_view text, std::size_t at, const Tell& tell) const {
        const std::span<const SecretForm> forms = secret_forms();
        for (std::uint16_t i = first_[pair_at(text.data() + at)]; i != none; i = next_[i]) {
            const std::string_view anchor = forms[i].anchor;
            if (offset_[i] <= at && text.compare(at - offset_[i], anchor.size(), anchor) == 0 &&
                tell(forms[i], at - offset_[i])) {
                return true;
            }
        }
        return false;
    }

private:
    static constexpr std::uint16_t none = std::numeric_limits<std::uint16_t>::max();

    static std::size_t rarest_pair(std::string_view anchor) {
        std::size_t best = 0;
        for (std::size_t i = 1; i + 1 < anchor.size(); ++i) {
            if (commonness(anchor[i]) + commonness(anchor[i + 1]) <
                commonness(anchor[best]) + commonness(anchor[best + 1])) {
                best = i;
            }
        }
        return best;
    }

    void mark(std::uint16_t pair) { marked_[pair] = 1; }

    std::array<std::uint8_t, 65'536> marked_{};
    std::array<std::uint16_t, 65'536> first_{};
    std::vector<std::uint16_t> next_;
    std::vector<std::size_t> offset_;
};

const AnchorIndex& anchor_index() {
    static const AnchorIndex index;
    return index;
}

// The letter here is the end of an escape: n of \n.
bool is_escaped(std::string_view text, std::size_t at) {
    std::size_t backslashes = 0;
    while (backslashes < at && text[at - 1 - backslashes] == '\\') {
        ++backslashes;
    }
    return backslashes % 2 == 1;
}

// The letters of a key, whatever its lines begin with and however they are broken.
std::string key_letters(std::string_view block) {
    std::string letters;
    for (std::size_t i = 0; i < block.size(); ++i) {
        if (block[i] == '\\') {
            ++i;
        } else if (is_among(block[i], Chars::base64)) {
            letters += block[i];
        }
    }
    return letters;
}

// The lines of a key that is told as a list of strings: each one is found by itself.
void add_key_lines(std::string_view text, const FoundSecret& block,
                   std::vector<FoundSecret>& found) {
    std::size_t at = block.span.begin;
    while (at < block.span.end) {
        const std::size_t size = run_of(text, at, Chars::base64, block.span.end - at);
        if (size == 0) {
            ++at;
            continue;
        }
        const std::size_t escape = !is_escaped(text, at) ? 0 : text[at] == 'u' ? 5 : 1;
        const std::size_t begin = at + std::min(escape, size);
        at += size;
        if (at - begin >= key_line_min) {
            found.push_back({block.kind, {begin, at}, block.hash});
        }
    }
}

class TextFinder {
public:
    explicit TextFinder(std::string_view text) : text_(text) {}

    // False: the text has escapes that hide letters, and was not looked through.
    bool run(bool resolve_escapes) {
        const AnchorIndex& index = anchor_index();
        std::size_t at = index.next_place(text_, 0);
        while (at < text_.size()) {
            if (resolve_escapes && text_[at] == '\\' && hides_a_letter(text_, at)) {
                return false;
            }
            index.each_form(text_, at, [this](const SecretForm& form, std::size_t place) {
                return place >= end_ && take(form, place);
            });
            at = index.next_place(text_, std::max(at + 1, end_));
        }
        return true;
    }

    std::vector<FoundSecret> take_found() { return std::move(found_); }

private:
    bool take(const SecretForm& form, std::size_t place) {
        SecretSpan span = look_at(form, text_, place);
        if (span.empty() || span.begin < end_ || is_escaped(text_, span.begin)) {
            return false;
        }
        std::string_view kind = form.kind;
        if (form.by_context) {
            if (const std::optional<FoundSecret> known = known_inside(span)) {
                kind = known->kind;
                span = known->span;
            }
        }
        if (kind == private_key_kind) {
            take_key(span);
        } else {
            add(kind, span);
        }
        if (kind == access_key_kind) {
            take_aws_secret();
        }
        end_ = std::max(end_, span.end);
        return true;
    }

    void add(std::string_view kind, SecretSpan span) {
        found_.push_back({kind, span, sha256_hex(text_.substr(span.begin, span.size()))});
        end_ = span.end;
    }

    // A secret that is known by the name before it may be of a form of its own.
    std::optional<FoundSecret> known_inside(SecretSpan span) const {
        const AnchorIndex& index = anchor_index();
        const std::string_view text = text_.substr(0, span.end);
        std::optional<FoundSecret> known;
        for (std::size_t at = index.next_place(text, span.begin); at < text.size() && !known;
             at = index.next_place(text, at + 1)) {
            index.each_form(text, at, [&](const SecretForm& form, std::size_t place) {
                if (form.by_context || place < span.begin) {
                    return false;
                }
                const SecretSpan inner = look_at(form, text_, place);
                if (!inner.empty() && inner.begin == span.begin) {
                    known = FoundSecret{form.kind, inner, {}};
                }
                return known.has_value();
            });
        }
        return known;
    }

    void take_key(SecretSpan span) {
        while (!span.empty() && text_[span.end - 1] == '\\') {
            --span.end;
        }
        const std::string_view block = text_.substr(span.begin, span.size());
        FoundSecret whole{private_key_kind, span, sha256_hex(key_letters(block))};
        if (block.find('"') == std::string_view::npos) {
            found_.push_back(std::move(whole));
        } else {
            add_key_lines(text_, whole, found_);
        }
        end_ = span.end;
    }

    // A table of access keys has the secret beside the id: no name stands before it.
    void take_aws_secret() {
        std::size_t at = end_;
        while (at < text_.size() && at - end_ < 4 &&
               std::string_view(",\"' \t:;|").find(text_[at]) != std::string_view::npos) {
            ++at;
        }
        const std::size_t size = run_of(text_, at, Chars::base64, aws_secret_size + 1);
        const Variety variety = variety_of(text_.substr(at, size));
        if (at > end_ && size == aws_secret_size && variety.has_digit && variety.has_upper &&
            variety.has_lower) {
            add("aws_secret_access_key", {at, at + size});
        }
    }

    std::string_view text_;
    std::size_t end_ = 0;  // Of what was found last.
    std::vector<FoundSecret> found_;
};

}  // namespace

std::vector<FoundSecret> find_secrets(std::string_view text) {
    TextFinder plain(text);
    if (plain.run(true)) {
        return plain.take_found();
    }
    const Unescaped unescaped(text);
    TextFinder finder(unescaped.text());
    finder.run(false);
    std::vector<FoundSecret> found = finder.take_found();
    for (FoundSecret& one : found) {
        one.span = {unescaped.raw(one.span.begin), unescaped.raw(one.span.end)};
    }
    return found;
}

}  // namespace hence
