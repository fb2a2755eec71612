// Decompression of data from outside, with limits on the output while it is made.
//
// A few kilobytes of gzip or zstd can stand for gigabytes. Looking at the size that a header claims
// would trust the sender; inflating first and measuring later would be too late. So the output is
// made 32 KiB at a time, and after each step both the total and the ratio of output to input are
// checked. zstd may ask for at most 8 MiB of window, since the window is memory too. After a
// failure an Inflater fails for good. One thread at a time.
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
