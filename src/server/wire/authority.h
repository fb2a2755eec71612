// The part of an address that names a server: a host, and perhaps a port.
//
// Access control compares authorities (server/access/access.h), so the parser is strict: a text
// that two programs could read in two ways is no authority. The host is in lower case, so that
// comparing two of them is comparing two strings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hence {

struct Authority {
    std::string host;  // In lower case; an IPv6 address stands in brackets.
    std::optional<std::uint16_t> port = {};
};

// Reads "host", "host:port" or "[::1]:port" strictly: no user, no path, no empty port, no white
// space. Nothing when it is none.
std::optional<Authority> parse_authority(std::string_view text);

// Reads "http://host[:port]" or "https://...", with nothing behind it. The port of the scheme
// counts as none given.
struct PageOrigin {
    std::string scheme;
    Authority authority;
};
std::optional<PageOrigin> parse_origin(std::string_view text);

// "host", "host:port".
std::string to_string(const Authority& authority);
std::string to_string(const PageOrigin& origin);

// Whether a host is an address in digits, which no name server can point elsewhere.
bool is_address(const std::string& host);

}  // namespace hence
