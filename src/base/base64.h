// Bytes as letters that survive JSON, URLs and terminals, and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hence {

// RFC 4648, section 4, with padding. Pieces of a multiple of 3 bytes may be joined.
std::string base64(std::string_view bytes);

// The bytes of a base64 text, or nothing if no bytes give exactly this text.
std::optional<std::string> from_padded_base64(std::string_view text);

// RFC 4648, section 5: safe in a URL, without padding.
std::string base64url(std::string_view bytes);

// The bytes of a base64url text, or nothing if no bytes give exactly this text.
std::optional<std::string> from_base64url(std::string_view text);

}  // namespace hence
