#include "server/router/scope.h"

#include <fmt/format.h>

namespace hence {

std::string_view name_of(TokenScope scope) {
    switch (scope) {
        case TokenScope::open: return "open";
        case TokenScope::ingest: return "ingest";
        case TokenScope::read: return "read";
        case TokenScope::write: return "write";
        case TokenScope::admin: return "admin";
        case TokenScope::either: return "read or write";
    }
    return "admin";
}

bool allows(Scopes scopes, TokenScope scope) {
    if (scope == TokenScope::either) {
        return allows(scopes, TokenScope::read) || allows(scopes, TokenScope::write);
    }
    return scope == TokenScope::open ||
           (scopes & (scope_bit(scope) | scope_bit(TokenScope::admin))) != 0;
}

std::string scope_challenge(TokenScope scope) {
    return fmt::format(R"(Bearer realm="hence", error="insufficient_scope", scope="{}")",
                       scope == TokenScope::either ? "read write" : name_of(scope));
}

}  // namespace hence
