// A list of texts of any bytes as one body: what the calls of a store are sent and answered with.
//
// JSON would have to escape texts that are not UTF-8, and an address cannot hold a zero byte; a
// size before each text needs neither.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "hence/result.h"

namespace hence {

inline constexpr std::string_view texts_type = "application/vnd.hence.texts";

inline void put_number(std::string& out, std::uint64_t number) {
    put_text(out, std::to_string(number));
}

// Takes texts from the front. After the first one that is missing or broken, `ok` is false for good
// and everything read is empty or zero.
class TextsReader {
public:
    explicit TextsReader(std::string_view bytes) : reader_(bytes) {}

    bool ok() const { return ok_ && reader_.ok(); }
    bool at_end() const { return reader_.at_end(); }

    std::string_view text() { return reader_.text(); }
    std::uint64_t number() {
        const std::string_view digits = text();
        std::uint64_t value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        ok_ =
            ok_ && !digits.empty() && error == std::errc() && end == digits.data() + digits.size();
        return ok() ? value : 0;
    }

    // Invalid unless everything was there and nothing is left.
    Result<void> finished(std::string_view what) const {
        if (ok() && at_end()) {
            return {};
        }
        return Error{Code::invalid, std::string(what) + " is broken or incomplete"};
    }

private:
    ByteReader reader_;
    bool ok_ = true;
};

}  // namespace hence
