#include "server/http/chunks.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"

namespace hence {
namespace {

// Nobody needs extensions or trailers; somebody might want to keep us busy with them.
constexpr std::size_t unused_max = 64 << 10;
constexpr int digits_max = 15;

bool is_text(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == '\t' || (byte >= 0x20 && byte != 0x7F);
}

}  // namespace

bool ChunkReader::take(std::string_view& piece, std::string& body) {
    while (!piece.empty() && state_ != State::done) {
        if (state_ == State::data) {
            const auto part =
                static_cast<std::size_t>(std::min<std::uint64_t>(size_, piece.size()));
            body.append(piece.substr(0, part));
            piece.remove_prefix(part);
            size_ -= part;
            if (size_ == 0) {
                state_ = State::data_end;
            }
            continue;
        }
        if (!take_byte(piece.front())) {
            return false;
        }
        piece.remove_prefix(1);
    }
    return true;
}

// One byte of what frames the data.
bool ChunkReader::take_byte(char c) {
    switch (state_) {
        case State::size: return take_digit(c);
        case State::extension:
            state_ = c == '\r' ? State::size_end : state_;
            return c == '\r' || (is_text(c) && ++unused_ <= unused_max);
        case State::size_end: state_ = size_ == 0 ? State::trailer : State::data; return c == '\n';
        case State::data_end: state_ = State::next; return c == '\r';
        case State::next:
            state_ = State::size;
            digits_ = 0;
            return c == '\n';
        case State::trailer: return take_trailer(c);
        case State::line_end: state_ = State::trailer; return c == '\n';
        case State::last_end: state_ = State::done; return c == '\n';
        case State::data:
        case State::done: break;
    }
    return false;
}

bool ChunkReader::take_digit(char c) {
    if (const int digit = hex_value(c); digit >= 0) {
        size_ = size_ * 16 + static_cast<std::uint64_t>(digit);
        return ++digits_ <= digits_max;
    }
    state_ = c == '\r' ? State::size_end : State::extension;
    return digits_ > 0 && (c == '\r' || c == ';');
}

// A line of "NAME: VALUE", or an empty one, which is the end.
bool ChunkReader::take_trailer(char c) {
    if (c != '\r') {
        colon_ = colon_ || (c == ':' && line_ > 0);
        ++line_;
        return is_text(c) && ++unused_ <= unused_max;
    }
    state_ = line_ == 0 ? State::last_end : State::line_end;
    return std::exchange(line_, 0) == 0 || std::exchange(colon_, false);
}

}  // namespace hence
