// Recorded text on its way into a page of Markdown: it stays text there. Text from agents could
// otherwise become a heading, a link or HTML in the page.
#pragma once

#include <string>
#include <string_view>

namespace hence {

// Printable text on one line, with a backslash before every character that could make it markup,
// at the beginning of a line or within one.
std::string markdown_text(std::string_view text);

}  // namespace hence
