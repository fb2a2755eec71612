// Undoing compression without trusting it: what comes out is bounded as it comes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "hence/result.h"

namespace hence {

enum class Coding : std::uint8_t { gzip, deflate, zstd };

struct InflateLimits {
    std::uint64_t bytes_max = 64ULL << 20;  // Of what comes out.
    std::uint64_t ratio_max = 100;          // Out to in, once `ratio_from` bytes have come out.
    std::uint64_t ratio_from = 1ULL << 20;
};

// Takes a compressed text piece by piece. Members and frames one after another are one text.
class Inflater {
public:
    Inflater(Coding coding, const InflateLimits& limits);
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    ~Inflater();

    // Appends to `out` what `piece` holds. Fails with invalid (not of this coding) or limit.
    Result<void> take(std::string_view piece, std::string& out);
    // Fails with invalid when the text is cut off.
    Result<void> finish();

private:
    class Engine;
    class ZlibEngine;
    class ZstdEngine;
    std::unique_ptr<Engine> engine_;
};

// The whole of a text at once.
Result<std::string> inflate(Coding coding, std::string_view text, const InflateLimits& limits);

}  // namespace hence
