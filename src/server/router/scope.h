// What a token may allow, and what a request needs. Scopes are bits, so that a token may have
// several. Admin covers every other scope; no other scope covers another.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hence {

// What a token must allow before a request is answered.
enum class TokenScope : std::uint8_t {
    open,    // Anybody.
    ingest,  // Recording what agents emit, whatever its kind.
    read,
    write,   // Outcomes and the decision graph, through addresses and tools of their own.
    admin,   // The store itself.
    either,  // Read or write; what answers looks at which.
};

// A bit to each TokenScope that a token may have.
using Scopes = std::uint8_t;

constexpr Scopes scope_bit(TokenScope scope) {
    return static_cast<Scopes>(1U << static_cast<unsigned>(scope));
}

// The scopes of a caller that needs no token.
inline constexpr Scopes every_scope = scope_bit(TokenScope::admin);

// Whether what `scopes` allow covers `scope`. Admin covers everything.
bool allows(Scopes scopes, TokenScope scope);

// As it is spelled in a token file; of `either`, "read or write".
std::string_view name_of(TokenScope scope);

// The value of WWW-Authenticate when a token lacks it.
std::string scope_challenge(TokenScope scope);

}  // namespace hence
