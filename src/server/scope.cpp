#include "server/scope.h"

#include <fmt/format.h>

namespace hence {

std::string_view name_of(Scope scope) {
    switch (scope) {
        case Scope::open: return "open";
        case Scope::ingest: return "ingest";
        case Scope::read: return "read";
        case Scope::write: return "write";
        case Scope::admin: return "admin";
        case Scope::either: return "read or write";
    }
    return "admin";
}

bool allows(Scopes scopes, Scope scope) {
    if (scope == Scope::either) {
        return allows(scopes, Scope::read) || allows(scopes, Scope::write);
    }
    return scope == Scope::open || (scopes & (scope_bit(scope) | scope_bit(Scope::admin))) != 0;
}

std::string scope_challenge(Scope scope) {
    return fmt::format(R"(Bearer realm="hence", error="insufficient_scope", scope="{}")",
                       scope == Scope::either ? "read write" : name_of(scope));
}

}  // namespace hence
