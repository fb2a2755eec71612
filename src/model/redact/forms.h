// The table of secrets that Hence knows by their form.
//
// A form has an anchor, a text that every secret of the form contains or follows, so that one pass
// over a text finds the few places that deserve a closer look. Most forms are an anchor and a run
// of characters; for the others, a function looks at the place. No form is looked at for longer
// than a fixed number of bytes, or looks twice at the same bytes, so the time is linear in the
// text. A form must be certain: a hash, an id or a picture is no secret.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace hence {

// What a form is called in a mark and in `hence redact --list`.
struct SecretKind {
    std::string_view name;
    std::string_view what;
    std::string_view shape;
};

// A part of a text; empty: there is none.
struct SecretSpan {
    std::size_t begin = 0;
    std::size_t end = 0;

    bool empty() const { return begin == end; }
    std::size_t size() const { return end - begin; }
};

// What the characters after the anchor must be like.
enum class Demand : std::uint8_t {
    none,
    mixed,  // At least one letter, one digit and eight different characters: no word, no filler.
};

struct SecretForm {
    std::string_view kind;
    std::string_view anchor;
    // After the anchor stand `least` to `most` characters of `set`, and no further one.
    std::uint16_t set = 0;
    std::uint16_t least = 0;
    std::uint16_t most = 0;
    Demand demand = Demand::none;
    // Instead of all that: the secret at an anchor that stands at `at`.
    SecretSpan (*look)(std::string_view text, std::size_t at) = nullptr;
    // The form knows the secret by what stands before it: a more specific form of the same
    // characters comes first.
    bool by_context = false;
};

std::span<const SecretKind> secret_kinds();
std::span<const SecretForm> secret_forms();

// The secret of that form at an anchor that stands at `at`.
SecretSpan look_at(const SecretForm& form, std::string_view text, std::size_t at);

}  // namespace hence
