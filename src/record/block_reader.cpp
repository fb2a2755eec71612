// The loop of next_block: give what is ready, cut what is too long, else read more.
#include "record/block_reader.h"

#include <algorithm>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/common/beginning.h"

namespace hence {
namespace {

constexpr std::size_t place_bytes = 256;
// How long an input may be silent before the lines that it gave are taken as they are.
constexpr int pause_ms = 50;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

bool begins_as_json(std::string_view text) {
    text = trimmed_front(text);
    return text.starts_with('{') || text.starts_with('[');
}

}  // namespace

Result<BlockReader> open_blocks(const std::string& file) {
    Descriptor opened = TRY(open_to_read(file));
    return BlockReader(std::move(opened), file);
}

Result<std::string> read_whole(const std::string& file) {
    BlockReader reader = TRY(open_blocks(file));
    std::string text;
    while (true) {
        const std::string block = TRY(reader.next(BlockReader::Tail::give));
        if (block.empty()) {
            return text;
        }
        text += block;
    }
}

BlockReader::BlockReader(std::unique_ptr<ByteSource> source, std::string name, const Limits& limits)
    : source_(std::move(source)), name_(std::move(name)), limits_(limits) {}

void BlockReader::restart() {
    source_->restart();
    buffer_.clear();
    whole_ = 0;
    line_ = 1;
    by_lines_ = false;
    looked_at_ = 0;
    marked_ = false;
    skipped_.reset();
    failed_.reset();
    last_bytes_.clear();
}

bool BlockReader::rewritten() const {
    struct stat status {};
    const int file = source_->descriptor();
    if (file < 0 || ::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        return false;
    }
    std::string there(last_bytes_.size(), '\0');
    const auto place = static_cast<off_t>(bytes_read() - last_bytes_.size());
    const ssize_t got = ::pread(file, there.data(), there.size(), place);
    return got != static_cast<ssize_t>(there.size()) || there != last_bytes_;
}

Result<std::string> BlockReader::next(Tail tail) {
    Block block = TRY(next_block(tail));
    if (block.left_out > 0) {
        return Error{Code::limit, fmt::format("{}, line {}: longer than {} MiB", name_, block.line,
                                              limits_.line_bytes >> 20)};
    }
    return std::move(block.text);
}

Result<Block> BlockReader::next_block(Tail tail) {
    bool ended = false;
    while (true) {
        if (stop_ && stop_()) {
            return Block();
        }
        if (skipped_) {
            if (std::optional<Block> block = skip(ended && tail == Tail::give)) {
                return std::move(*block);
            }
            if (ended) {
                return Block();
            }
        } else if (whole_ > 0 && !in_document() &&
                   (whole_ >= block_bytes || buffer_.size() - whole_ >= block_bytes)) {
            return cut(whole_);
        } else if (too_long()) {
            continue;
        }
        const Got got = TRY(read_more());
        ended = got == Got::end;
        if (skipped_) {
            continue;
        }
        if (ended && tail == Tail::give) {
            return cut(buffer_.size());
        }
        const bool paused = ended || (got == Got::pause && whole_ > 0);
        const std::size_t size = paused ? ready() : 0;
        if (size > 0) {
            return cut(size);
        }
        if (paused && tail == Tail::hold) {
            return failed_ ? Result<Block>(*failed_) : Result<Block>(Block());
        }
    }
}

Result<std::string_view> BlockReader::peek(std::size_t size) {
    while (buffer_.size() < size) {
        const Got got = TRY(read_more());
        if (got != Got::some) {
            break;
        }
    }
    return std::string_view(buffer_);
}

// Begins to skip a line that is too long, or the rest of the text if the text is one document that
// is too long.
bool BlockReader::too_long() {
    const bool first = line_ == 1 && begins_as_json(buffer_) && !by_lines_;
    if (buffer_.size() <= (first ? limits_.document_bytes : limits_.line_bytes) ||
        (whole_ > 0 && !in_document())) {
        return false;
    }
    skips_document_ = in_document();
    skipped_ = Block{buffer_.substr(0, limits_.kept_bytes), line_, 0};
    skipped_->left_out = buffer_.size() - skipped_->text.size();
    buffer_.clear();
    whole_ = 0;
    return true;
}

// Drops what was read of the text that is too long. Returns its block once its end was found.
std::optional<Block> BlockReader::skip(bool ended) {
    const std::size_t end = skips_document_ ? std::string::npos : buffer_.find('\n');
    skipped_->left_out += std::min(end, buffer_.size());
    buffer_.erase(0, end == std::string::npos ? end : end + 1);
    whole_ = buffer_.rfind('\n') + 1;  // npos + 1 is 0.
    if (end == std::string::npos && !ended) {
        return std::nullopt;
    }
    ++line_;
    return std::exchange(skipped_, std::nullopt);
}

// How much may be given of an input that has paused.
std::size_t BlockReader::ready() {
    if (line_ == 1 && is_blank(buffer_)) {
        return 0;  // A document may follow.
    }
    if (!in_document()) {
        return whole_;
    }
    if (looked_at_ != buffer_.size()) {
        looked_at_ = buffer_.size();
        if (document_part(buffer_) == DocumentPart::whole) {
            return buffer_.size();
        }
        // Only whole lines are checked: a word like `true` that is cut would look like no JSON at
        // all.
        by_lines_ =
            document_part(std::string_view(buffer_).substr(0, whole_)) == DocumentPart::none;
    }
    return by_lines_ ? whole_ : 0;
}

// Whether the buffer is the beginning of one JSON document. A document may break its lines
// anywhere, so it is only given whole. A text of lines may begin like a document and must not be
// held until its end: once the first block is full, its whole lines are checked, one time, and if
// they cannot be the beginning of a document, the text is read by lines.
bool BlockReader::in_document() {
    if (line_ != 1 || by_lines_ || !begins_as_document(buffer_)) {
        return false;
    }
    if (whole_ >= block_bytes && looked_at_ == 0) {
        looked_at_ = whole_;
        by_lines_ =
            document_part(std::string_view(buffer_).substr(0, whole_)) == DocumentPart::none;
    }
    return !by_lines_;
}

// Reads from the source. An error is kept back until all bytes before it have been given.
Result<Got> BlockReader::read_more() {
    if (failed_) {
        return buffer_.empty() && !skipped_ ? Result<Got>(*failed_) : Result<Got>(Got::end);
    }
    const bool patient = whole_ == 0 || in_document();
    const std::size_t before = buffer_.size();
    const Result<Got> got = source_->read(buffer_, patient ? -1 : pause_ms);
    take_read(before);
    if (!got) {
        failed_ = got.error();
        return read_more();
    }
    return *got;
}

void BlockReader::take_read(std::size_t before) {
    const std::string_view read = std::string_view(buffer_).substr(before);
    last_bytes_ += read.substr(read.size() - std::min(read.size(), place_bytes));
    last_bytes_.erase(0, last_bytes_.size() - std::min(last_bytes_.size(), place_bytes));
    const std::size_t last = read.rfind('\n');
    if (last != std::string_view::npos) {
        whole_ = before + last + 1;
    }
    if (!marked_ && buffer_.size() >= byte_order_mark.size()) {
        marked_ = true;
        if (buffer_.starts_with(byte_order_mark)) {
            buffer_.erase(0, byte_order_mark.size());
            whole_ -= std::min(whole_, byte_order_mark.size());
        }
    }
}

Block BlockReader::cut(std::size_t size) {
    Block block{std::move(buffer_), line_};
    buffer_ = block.text.substr(size);
    block.text.resize(size);
    whole_ = 0;
    line_ += static_cast<std::uint64_t>(std::ranges::count(block.text, '\n'));
    return block;
}

}  // namespace hence
