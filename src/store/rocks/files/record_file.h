// Reads the files that RocksDB keeps its write-ahead log and its manifest in, record by record.
//
// RocksDB's own reader works only inside an opening, and an opening may change the files or abort
// on damaged ones. This reader only reads and accepts any bytes at all. It tells a torn last record
// (a process died while writing: normal) from a bad one (damage), because the two have opposite
// consequences for the store.
//
//     file     blocks of 32,768 bytes; a record never begins in the last 6 bytes of a block
//     record   masked CRC-32C of type and payload (4), length (2), type (1), payload; little-endian
//     type     1 whole; 2 first, 3 middle, 4 last part of a record that spans blocks
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hence::rocks {

std::uint32_t crc32c(std::string_view bytes);

class RecordFile {
public:
    // Why there is no further record.
    enum class End : std::uint8_t {
        clean,  // Nothing follows but zeros.
        torn,   // The last record is cut short by the end of the file.
        bad,    // What follows is no record.
    };

    // `bytes` must outlive this.
    explicit RecordFile(std::string_view bytes) : bytes_(bytes) {}

    // The next record, valid until the next call. Nothing at the end, and `end` says which.
    std::optional<std::string_view> next();
    End end() const { return end_; }

    // After a bad end: goes on with the first record that begins in a later block. False when there
    // is no further block.
    bool skip_block();

private:
    struct Part {
        std::uint8_t type = 0;
        std::string_view payload;
    };
    std::optional<Part> next_part();
    std::optional<std::string_view> stop(End end);

    std::string_view bytes_;
    std::size_t at_ = 0;
    std::string joined_;
    bool skipped_ = false;
    End end_ = End::clean;
};

}  // namespace hence::rocks
