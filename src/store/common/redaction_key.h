// A store that keeps the key of the marks of redacted secrets, so that all who write to it make the
// same mark of the same secret. A store in a directory keeps none: the key is a file beside it.
#pragma once

#include <optional>

#include "base/keyed.h"
#include "hence/result.h"
#include "hence/store.h"

namespace hence {

class HasRedactionKey {
public:
    virtual ~HasRedactionKey() = default;
    // Made when it is first asked for. Nothing where the store keeps none.
    virtual Result<std::optional<SecretKey>> redaction_key() const = 0;
};

inline Result<std::optional<SecretKey>> redaction_key_of(const Store& store) {
    const auto* const has = dynamic_cast<const HasRedactionKey*>(&store);
    return has == nullptr ? Result<std::optional<SecretKey>>(std::nullopt) : has->redaction_key();
}

}  // namespace hence
