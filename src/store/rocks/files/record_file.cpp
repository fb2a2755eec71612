#include "store/rocks/files/record_file.h"

#include <array>
#include <cstring>

namespace hence::rocks {
namespace {

constexpr std::size_t block_size = 32'768;
constexpr std::size_t header_size = 7;
constexpr std::uint8_t whole = 1;
constexpr std::uint8_t first = 2;
constexpr std::uint8_t middle = 3;
constexpr std::uint8_t last = 4;

// Eight tables, so that eight bytes are taken at once.
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() {
    constexpr std::uint32_t polynomial = 0x82F63B78;
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) {
            crc = crc >> 1 ^ ((crc & 1) != 0 ? polynomial : 0);
        }
        tables[0][byte] = crc;
    }
    for (std::size_t table = 1; table < tables.size(); ++table) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t before = tables[table - 1][byte];
            tables[table][byte] = before >> 8 ^ tables[0][before & 0xFF];
        }
    }
    return tables;
}

constexpr Tables tables = make_tables();

std::uint32_t little_endian(std::string_view bytes, std::size_t at, std::size_t size) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
        value |= std::uint32_t{static_cast<std::uint8_t>(bytes[at + i])} << (8 * i);
    }
    return value;
}

std::uint32_t unmask(std::uint32_t masked) {
    const std::uint32_t rotated = masked - 0xA282EAD8;
    return rotated >> 17 | rotated << 15;
}

std::uint32_t crc_with(std::uint32_t crc, char byte) {
    return crc >> 8 ^ tables[0][(crc ^ static_cast<std::uint8_t>(byte)) & 0xFF];
}

// Whether a type and a payload of this checksum begin here. A record that its length puts beyond
// the end of the file is cut short if not, and else its length was changed.
bool begins_with(std::string_view bytes, std::uint32_t checksum) {
    std::uint32_t crc = ~std::uint32_t{0};
    for (const char byte : bytes) {
        crc = crc_with(crc, byte);
        if (~crc == checksum) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
    std::uint32_t crc = ~std::uint32_t{0};
    while (bytes.size() >= 8) {
        const std::uint32_t low = crc ^ little_endian(bytes, 0, 4);
        const std::uint32_t high = little_endian(bytes, 4, 4);
        crc = tables[7][low & 0xFF] ^ tables[6][low >> 8 & 0xFF] ^ tables[5][low >> 16 & 0xFF] ^
              tables[4][low >> 24] ^ tables[3][high & 0xFF] ^ tables[2][high >> 8 & 0xFF] ^
              tables[1][high >> 16 & 0xFF] ^ tables[0][high >> 24];
        bytes.remove_prefix(8);
    }
    for (const char byte : bytes) {
        crc = crc_with(crc, byte);
    }
    return ~crc;
}

std::optional<RecordFile::Part> RecordFile::next_part() {
    if (const std::size_t left = block_size - at_ % block_size; left < header_size) {
        at_ += left;
    }
    if (at_ >= bytes_.size() || bytes_.find_first_not_of('\0', at_) == std::string_view::npos) {
        stop(End::clean);
        return std::nullopt;
    }
    const std::size_t left = bytes_.size() - at_;
    const std::size_t size = left < header_size ? 0 : little_endian(bytes_, at_ + 4, 2);
    const std::size_t in_block = block_size - at_ % block_size;
    if (left < header_size) {
        stop(End::torn);
        return std::nullopt;
    }
    if (header_size + size > in_block) {
        stop(End::bad);
        return std::nullopt;
    }
    const std::uint32_t expected = unmask(little_endian(bytes_, at_, 4));
    if (left < header_size + size) {
        stop(begins_with(bytes_.substr(at_ + 6), expected) ? End::bad : End::torn);
        return std::nullopt;
    }
    if (crc32c(bytes_.substr(at_ + 6, size + 1)) != expected) {
        stop(End::bad);
        return std::nullopt;
    }
    const Part part{static_cast<std::uint8_t>(bytes_[at_ + 6]),
                    bytes_.substr(at_ + header_size, size)};
    at_ += header_size + size;
    return part;
}

std::optional<std::string_view> RecordFile::stop(End end) {
    end_ = end;
    return std::nullopt;
}

std::optional<std::string_view> RecordFile::next() {
    joined_.clear();
    bool begun = false;
    while (const std::optional<Part> part = next_part()) {
        if (part->type == whole && !begun) {
            return part->payload;
        }
        if (part->type != first && part->type != middle && part->type != last) {
            return stop(End::bad);
        }
        if (!begun && part->type != first && skipped_) {
            continue;  // The rest of a record whose beginning was skipped.
        }
        if ((part->type == first) == begun) {
            return stop(End::bad);  // A part without its beginning, or a second beginning.
        }
        begun = true;
        joined_.append(part->payload);
        if (part->type == last) {
            return joined_;
        }
    }
    if (begun && end_ == End::clean) {
        return stop(End::torn);
    }
    return std::nullopt;
}

bool RecordFile::skip_block() {
    at_ += block_size - at_ % block_size;
    skipped_ = true;
    return at_ < bytes_.size();
}

}  // namespace hence::rocks
