// What stands in the fields of HTTP messages, taken apart: Accept-Encoding, If-None-Match, and
// lists of words. Values that go out are made free of control characters, so that recorded text can
// never begin a new field.
#pragma once

#include <string>
#include <string_view>

namespace hence {

// Text that may stand as the value of a field: control characters become spaces.
std::string as_field(std::string text);

// Whether Accept-Encoding allows gzip. An absent field does not.
bool takes_gzip(std::string_view accept_encoding);

// Whether If-None-Match names this entity tag, by the weak comparison.
bool names_etag(std::string_view if_none_match, std::string_view etag);

// Whether a list of words, "trailers, deflate;q=0.5", has this one.
bool lists_word(std::string_view list, std::string_view word);

}  // namespace hence
