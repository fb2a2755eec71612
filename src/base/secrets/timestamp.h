// Checks what a time stamping authority said (RFC 3161).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "hence/result.h"

namespace hence {

struct TimeStamp {
    std::int64_t seconds = 0;  // Since 1970, as the authority says.
    std::string authority;     // The name in the certificate that signed.
    bool trusted = false;      // The certificate leads to one that the caller trusts.
};

// The answer (DER) must grant a stamp of this SHA-256, signed by the certificate that it carries.
// `authorities` is a file of certificates (PEM) that are trusted; without it, nobody is. Fails with
// corrupt, and with invalid when the file cannot be read.
Result<TimeStamp> check_timestamp(std::string_view answer, const Hash& hash,
                                  const std::string& authorities = {});

}  // namespace hence
