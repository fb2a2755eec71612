// The memory for values of one span or record that its request does not hold as JSON.
//
// Protobuf text must be escaped and invalid UTF-8 mended before it is JSON. The arena takes that
// memory in chunks and gives all of it back at once with `clear`: an allocation for each value
// would be most of the cost of reading a span. It also counts values and bytes, so that one span
// cannot take the memory of the server. One thread at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

// How deep lists and objects may nest inside one attribute.
inline constexpr std::size_t attribute_depth_max = 32;

struct ArenaLimits {
    // Attributes, elements, members, span events and links together.
    std::size_t values_max = 100'000;
    // What escaping and repair may take. No event holds more than 16 MiB, but JSON inside a text
    // takes less once it is unpacked.
    std::size_t bytes_max = 64 << 20;
};

// All results stay valid until `clear`.
class Arena {
public:
    explicit Arena(ArenaLimits limits = {}) : limits_(limits) {}

    // A copy.
    std::string_view keep(std::string_view text);
    // Text that may be any bytes: itself where it is valid UTF-8, else a copy with U+FFFD for each
    // byte that is not.
    std::string_view text(std::string_view bytes);
    // The same as a JSON string; and at the end of JSON that is being built.
    Json string(std::string_view bytes);
    void append_string(std::string& out, std::string_view bytes);

    // Whether some text was not valid UTF-8.
    bool mended() const { return mended_; }

    // Makes room for one more value. Fails with limit when there are too many, or they are too
    // large.
    Result<void> admit();
    // The second half of that: for who has no more values to come.
    Result<void> check() const;

    void clear();

private:
    char* room(std::size_t size);
    std::string_view repaired(std::string_view bytes);

    ArenaLimits limits_;
    std::vector<std::unique_ptr<char[]>> chunks_ = {};  // All of chunk_bytes, the last in use.
    std::vector<std::unique_ptr<char[]>> large_ = {};   // For what fits into no chunk.
    std::size_t used_ = 0;                              // Of the last chunk.
    std::size_t bytes_ = 0;
    std::size_t values_ = 0;
    bool mended_ = false;
    std::string scratch_ = {};
};

}  // namespace hence
