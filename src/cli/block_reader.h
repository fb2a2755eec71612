// Reads a file or a pipe in blocks of whole lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hence/result.h"
#include "server/socket.h"

namespace hence {

class BlockReader {
public:
    static constexpr std::size_t block_bytes = 16 << 20;
    static constexpr std::size_t line_bytes_max = 1 << 30;  // What is read whole, at most.

    enum class Tail : std::uint8_t {
        give,  // A last line without its end is a line.
        hold,  // It waits for the rest of it.
    };

    BlockReader(Descriptor file, std::string name)
        : file_(std::move(file)), name_(std::move(name)) {}

    // Some whole lines, as many as fill a block or as were there when the input paused; empty at
    // the end. A JSON document is given whole, and held until it is. Fails with io, and with limit
    // for a line or a document beyond its limit.
    Result<std::string> next(Tail tail);

    // The number of the line that `next` will give first, from 1.
    std::uint64_t line() const { return line_; }
    std::uint64_t bytes_read() const { return bytes_read_; }
    // Whether the beginning of a line is held.
    bool holds() const { return !buffer_.empty(); }
    int descriptor() const { return file_.number(); }
    const std::string& name() const { return name_; }

    // Whether the file no longer begins with what was read: it was cut, or written anew.
    bool rewritten() const;
    // From the beginning, forgetting what is held.
    void restart();

private:
    enum class Got : std::uint8_t { some, pause, end };
    Result<Got> read_more();
    bool in_document();
    std::size_t ready();
    std::string cut(std::size_t size);

    Descriptor file_;
    std::string name_;
    std::string buffer_;
    std::size_t whole_ = 0;  // How much of the buffer is whole lines.
    std::uint64_t line_ = 1;
    bool by_lines_ = false;      // It began like a document, and is none.
    std::size_t looked_at_ = 0;  // How much of the buffer was looked at for that.
    std::uint64_t bytes_read_ = 0;
    std::string last_bytes_;  // The last few that were read, to know the place again.
};

// Opens a file for reading, or standard input for "-". Fails with not_found: it is not there, or
// cannot be read.
Result<BlockReader> open_blocks(const std::string& file);

}  // namespace hence
