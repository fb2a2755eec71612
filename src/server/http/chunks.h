// Takes a chunked body apart as it comes, byte by byte through a state machine.
//
// Beast's own reader is not used: its asserts can be made to fail from outside
// (server/http/reader.cpp). Sizes, extensions and trailers are bounded, and a line end must be CR
// LF. What two programs could read in two ways is refused, because that is how requests are
// smuggled past a proxy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hence {

class ChunkReader {
public:
    // Uses up `piece` as far as it belongs to the body, and appends what it holds to `body`. False
    // when the chunks are broken; nothing may be taken then.
    bool take(std::string_view& piece, std::string& body);

    bool done() const { return state_ == State::done; }

private:
    enum class State : std::uint8_t {
        size,       // Hexadecimal digits.
        extension,  // What may follow them, and means nothing to us.
        size_end,   // LF.
        data,
        data_end,  // CR.
        next,      // LF.
        trailer,   // A line behind the last chunk, which means nothing to us either.
        line_end,  // LF.
        last_end,  // The LF of an empty line.
        done,
    };

    bool take_byte(char c);
    bool take_digit(char c);
    bool take_trailer(char c);

    State state_ = State::size;
    std::uint64_t size_ = 0;  // What is left of the chunk.
    int digits_ = 0;
    std::size_t line_ = 0;    // Bytes of the line so far.
    bool colon_ = false;      // One of them.
    std::size_t unused_ = 0;  // Bytes of extensions and trailers, in all.
};

}  // namespace hence
