// The quarantine of the memory store: the refused lines as they came, and how often each came.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hence/store.h"
#include "store/format/refused_names.h"

namespace hence {

// How much of something refused is kept.
inline constexpr std::size_t quarantine_bytes_max = std::size_t{16} << 20U;

// Not safe for threads: its owner locks.
class MemoryQuarantine {
public:
    // Keeps something, or counts it when the same came from there for the same reason before. It is
    // listed, even if it was released.
    struct Arrival {
        std::string_view source;
        std::uint64_t line = 0;
        std::string_view reason;
        std::string_view bytes;
    };
    void add(const Arrival& arrival);

    // Leaves these out of the list. A number that no row has is ignored.
    void release(const std::vector<std::uint64_t>& numbers);

    // Takes out what the rows hold that are events of which `leaves` is true. They are listed no
    // more.
    void forget(const std::function<bool(const RefusedNames&)>& leaves);

    // The same of these rows, whatever they hold.
    void forget_rows(const std::vector<std::uint64_t>& numbers);

    std::vector<QuarantineRow> list(std::uint64_t after_n, std::size_t limit) const;
    Result<QuarantineRow> find(std::uint64_t n) const;

private:
    struct Row {
        QuarantineRow row;
        bool listed = true;
    };

    void empty(Row& row);

    std::vector<Row> rows_;                          // Number n stands at n - 1.
    std::map<std::string, std::size_t> by_arrival_;  // Its place in rows_.
};

}  // namespace hence
