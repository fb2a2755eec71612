// A text of no known format: what it looks like, and which formats come near.
//
// Nothing of such a text is recorded, so the answer must help the user to bring it: what the text
// is made of, what the nearest formats expect that it lacks, and how to go on. A text whose records
// look like Hence events counts as native although a key is wrong, since the native reader then
// names the wrong key.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/common/beginning.h"

namespace hence {

struct UnknownText {
    std::string shape = {};              // "JSON lines", "Markdown", "an SQLite database".
    std::vector<std::string> keys = {};  // The first ones of the first record.
    std::vector<std::string> near = {};  // "codex (no \"payload\")", the nearest first.

    // "JSON lines with the keys type, ts".
    std::string looks() const;
    // What the user may do to bring the text.
    std::string remedy() const;
    // The nearest formats and the other ones that were tried, as one clause.
    std::string tried() const;
};

// Whether the records of a text are Hence events, perhaps with a wrong key or a broken line. Also
// of a text without any content.
bool looks_native(const Beginning& beginning, std::string_view text);

// What is to be said of a text that begins so and fits no format.
UnknownText look_at_unknown(const Beginning& beginning, std::string_view text);

// For each format, what its records must have and this one lacks: "codex: no \"payload\"".
std::vector<std::string> why_no_format_fits(const Beginning& beginning);

}  // namespace hence
