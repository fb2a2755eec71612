#include "server/wire/authority.h"

#include <algorithm>
#include <charconv>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include "base/ascii.h"

namespace hence {
namespace {

constexpr std::size_t host_bytes_max = 255;

bool is_name(std::string_view host) {
    return !host.empty() && host.size() <= host_bytes_max && std::ranges::all_of(host, [](char c) {
        return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_';
    });
}

bool is_ipv6(const std::string& digits) {
    in6_addr address{};
    return ::inet_pton(AF_INET6, digits.c_str(), &address) == 1;
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (!whole || (text.size() > 1 && text.front() == '0')) {
        return std::nullopt;
    }
    return port;
}

}  // namespace

std::optional<Authority> parse_authority(std::string_view text) {
    const std::string whole = lower_case(text);
    std::size_t end = 0;
    if (whole.starts_with('[')) {
        end = whole.find(']');
        if (end == std::string::npos || !is_ipv6(whole.substr(1, end - 1))) {
            return std::nullopt;
        }
        ++end;
    } else {
        end = std::min(whole.find(':'), whole.size());
        if (!is_name(std::string_view(whole).substr(0, end))) {
            return std::nullopt;
        }
    }
    Authority authority{.host = whole.substr(0, end)};
    if (end == whole.size()) {
        return authority;
    }
    if (whole[end] != ':') {
        return std::nullopt;
    }
    authority.port = parse_port(std::string_view(whole).substr(end + 1));
    return authority.port ? std::optional(std::move(authority)) : std::nullopt;
}

std::optional<PageOrigin> parse_origin(std::string_view text) {
    const std::string whole = lower_case(text);
    for (const auto& [scheme, port] : {std::pair("http", 80), std::pair("https", 443)}) {
        const std::string prefix = fmt::format("{}://", scheme);
        if (!whole.starts_with(prefix)) {
            continue;
        }
        std::optional<Authority> authority = parse_authority(whole.substr(prefix.size()));
        if (!authority) {
            return std::nullopt;
        }
        if (authority->port == port) {
            authority->port.reset();
        }
        return PageOrigin{scheme, std::move(*authority)};
    }
    return std::nullopt;
}

std::string to_string(const Authority& authority) {
    return authority.port ? fmt::format("{}:{}", authority.host, *authority.port) : authority.host;
}

std::string to_string(const PageOrigin& origin) {
    return fmt::format("{}://{}", origin.scheme, to_string(origin.authority));
}

bool is_address(const std::string& host) {
    in_addr address{};
    return host.starts_with('[') || ::inet_pton(AF_INET, host.c_str(), &address) == 1;
}

}  // namespace hence
