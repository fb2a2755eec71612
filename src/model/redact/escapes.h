// A text without the escapes behind which a secret could hide.
//
// JSON may spell any letter as \u0041 and a slash as \/. Secrets are looked for in the text that
// remains when such escapes are resolved, at any depth of nesting; the places that are found lead
// back to the text as it was, so that all else stays byte for byte. Escapes of characters that no
// secret has (\n, \", \u2019) stay as they are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hence {

class Unescaped {
public:
    explicit Unescaped(std::string_view raw);

    std::string_view text() const { return text_; }
    // Where in the raw text the character at `at` begins; of the end, the end.
    std::size_t raw(std::size_t at) const;

private:
    struct Joint {
        std::size_t at;
        std::size_t raw;
    };

    std::string text_;
    std::vector<Joint> joints_;  // From each one on, both go on side by side.
};

// Whether an escape that Unescaped resolves begins here.
bool hides_a_letter(std::string_view text, std::size_t at);

}  // namespace hence
