// Reads a text in blocks of whole lines, from a file, a pipe or an archive.
//
// A line is the smallest unit of most formats, so a block never ends inside a line; a JSON document
// is held until it is whole. An input that pauses (a pipe of a running agent) gives the lines that
// have come, and does not wait until a block is full. A line or document beyond its limit is cut:
// its beginning is given, its length is counted, and the rest is skipped without holding it, so
// that no input can take all memory. Must never happen: a byte is neither given, nor counted as
// left out, nor reported by an error (a byte order mark is dropped). One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "hence/result.h"
#include "record/source.h"

namespace hence {

struct Block {
    std::string text = {};
    std::uint64_t line = 1;      // The number of its first line.
    std::uint64_t left_out = 0;  // How many bytes more a line or document has that is too long.
};

class BlockReader {
public:
    static constexpr std::size_t block_bytes = 16 << 20;

    struct Limits {
        std::size_t line_bytes = 32 << 20;     // A line that is longer comes cut.
        std::size_t document_bytes = 1 << 30;  // Likewise a document, or a first line like one.
        std::size_t kept_bytes = 16 << 20;     // How much is given of what is cut.
    };

    enum class Tail : std::uint8_t {
        give,  // A last line without its end is a line.
        hold,  // It waits for the rest of it.
    };

    BlockReader(std::unique_ptr<ByteSource> source, std::string name, const Limits& limits);
    BlockReader(std::unique_ptr<ByteSource> source, std::string name)
        : BlockReader(std::move(source), std::move(name), Limits()) {}
    BlockReader(Descriptor file, const std::string& name)
        : BlockReader(std::make_unique<FileSource>(std::move(file), name), name) {}

    // Some whole lines, as many as fill a block or as were there when the input paused; no text at
    // the end. A JSON document is given whole, and held until it is. A line or document beyond its
    // limit comes alone, and cut. A byte order mark of UTF-8 is left away. Fails as the source
    // does, after what came before has been given.
    Result<Block> next_block(Tail tail);
    // From here on next_block gives nothing once `stop` says so: somebody ended the recording.
    void stop_when(std::function<bool()> stop) { stop_ = std::move(stop); }
    // The text of next_block. Fails with limit for a line that would be cut.
    Result<std::string> next(Tail tail);
    // At least `size` bytes of what next_block will give, or all there is until the input pauses.
    Result<std::string_view> peek(std::size_t size);

    // The number of the line that will be given first, from 1.
    std::uint64_t line() const { return line_; }
    // Counts bytes as they lie on the disk, before they are inflated.
    std::uint64_t bytes_read() const { return source_->bytes_read(); }
    // Whether the beginning of a line is held.
    bool holds() const { return !buffer_.empty() || skipped_; }
    int descriptor() const { return source_->descriptor(); }
    const std::string& name() const { return name_; }

    // Whether the file no longer begins with what was read: it was cut, or written anew.
    bool rewritten() const;
    // From the beginning, forgetting what is held.
    void restart();

private:
    Result<Got> read_more();
    void take_read(std::size_t before);
    bool in_document();
    std::size_t ready();
    Block cut(std::size_t size);
    bool too_long();
    std::optional<Block> skip(bool ended);

    std::unique_ptr<ByteSource> source_;
    std::string name_;
    Limits limits_;
    std::string buffer_;
    std::size_t whole_ = 0;  // How much of the buffer is whole lines.
    std::uint64_t line_ = 1;
    bool by_lines_ = false;         // The text began like a document, and is none.
    std::size_t looked_at_ = 0;     // How much of the buffer was checked for being a document.
    bool marked_ = false;           // A byte order mark was looked for.
    std::optional<Block> skipped_;  // What is being cut, while the end of it is looked for.
    bool skips_document_ = false;
    std::optional<Error> failed_;  // What is told after all that was read before.
    std::function<bool()> stop_;
    std::string last_bytes_;  // The last few that were read, to know the place again.
};

// Opens a file for reading, or standard input for "-". Fails with not_found: it is not there, or
// cannot be read.
Result<BlockReader> open_blocks(const std::string& file);
// All that is in it.
Result<std::string> read_whole(const std::string& file);

}  // namespace hence
