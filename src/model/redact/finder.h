// Finds the secrets of a text: one pass for the anchors of all forms, and a look at each anchor.
//
// The pass looks at pairs of neighbouring bytes. Of each anchor, the pair that is rarest in texts
// is known; a table says of every pair whether some anchor has it. Nearly all bytes need
// no more than that. An automaton over all anchors would be as right and several times slower.
// Must never happen: a span that begins or ends inside an escape of JSON, because what is put in
// its place would break the text around it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/redact/forms.h"

namespace hence {

struct FoundSecret {
    std::string_view kind;
    SecretSpan span;
    // What the secret is known by: all its parts, and all spellings of it, have the same hash.
    std::string hash;
};

// In the order of the text, without overlaps. The text may be JSON, a part of it, or any bytes.
// Linear in the text, whatever it is.
std::vector<FoundSecret> find_secrets(std::string_view text);

}  // namespace hence
