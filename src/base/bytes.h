// Numbers and text as bytes, and back, for everything that is stored.
//
// Varints keep small numbers small; big-endian numbers sort as bytes. ByteReader reads bytes that
// may be damaged: the first value that does not fit makes it fail for good, and every later value
// is zero or empty, so that a decoder checks `ok` once at its end and never reads outside.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hence {

// 7 bits to a byte, lowest first; the high bit says that more follows.
inline void put_varint(std::string& out, std::uint64_t value) {
    while (value >= 0x80) {
        out.push_back(static_cast<char>(value | 0x80));
        value >>= 7;
    }
    out.push_back(static_cast<char>(value));
}

// Small for numbers near zero on either side.
inline std::uint64_t zigzag(std::int64_t value) {
    return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
inline std::int64_t unzigzag(std::uint64_t value) {
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

// Big-endian, so that byte order is number order.
inline void put_be64(std::string& out, std::uint64_t value) {
    for (int shift = 56; shift >= 0; shift -= 8) {
        out.push_back(static_cast<char>(value >> shift));
    }
}
inline void put_be32(std::string& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        out.push_back(static_cast<char>(value >> shift));
    }
}

inline void put_text(std::string& out, std::string_view text) {
    put_varint(out, text.size());
    out.append(text);
}

// Takes bytes from the front. After the first thing that does not fit, `ok` is false for good and
// everything read is zero or empty.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

    bool ok() const { return ok_; }
    bool at_end() const { return rest_.empty(); }
    std::size_t left() const { return rest_.size(); }

    // Most numbers are small: those of one byte are read in place.
    std::uint64_t varint() {
        if (!rest_.empty() && static_cast<unsigned char>(rest_.front()) < 0x80) {
            const auto value = static_cast<unsigned char>(rest_.front());
            rest_.remove_prefix(1);
            return value;
        }
        return long_varint();
    }

    std::string_view bytes(std::uint64_t size) {
        if (size > rest_.size()) {
            fail();
            return {};
        }
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }

    std::string_view text() { return bytes(varint()); }

    std::uint8_t byte() {
        const std::string_view taken = bytes(1);
        return taken.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(taken.front());
    }

    std::uint64_t be64() { return big_endian(bytes(8)); }
    std::uint32_t be32() { return static_cast<std::uint32_t>(big_endian(bytes(4))); }

private:
    [[gnu::noinline]] std::uint64_t long_varint() {
        constexpr std::size_t bytes_max = 10;
        const std::size_t most = rest_.size() < bytes_max ? rest_.size() : bytes_max;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < most; ++i) {
            const auto byte = static_cast<unsigned char>(rest_[i]);
            value |= static_cast<std::uint64_t>(byte & 0x7F) << (i * 7);
            if (byte < 0x80) {
                rest_.remove_prefix(i + 1);
                return value;
            }
        }
        return fail();
    }

    static std::uint64_t big_endian(std::string_view digits) {
        std::uint64_t value = 0;
        for (const char digit : digits) {
            value = value << 8 | static_cast<unsigned char>(digit);
        }
        return value;
    }

    std::uint64_t fail() {
        ok_ = false;
        rest_ = {};
        return 0;
    }

    std::string_view rest_;
    bool ok_ = true;
};

}  // namespace hence
