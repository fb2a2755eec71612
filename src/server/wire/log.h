// What a server says of itself while it runs: one line for each thing that happens, on standard
// error.
//
// Lines go through a bounded queue to a thread that writes them. A terminal or a pipe that is not
// read must never hold up a request: when the queue is full, the oldest lines are dropped. Text
// from outside is shortened and made printable before it is logged, so that nobody can forge a line
// or a field (log injection).
#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "hence/time.h"

namespace hence {

enum class LogForm : std::uint8_t { text, json };
enum class LogLevel : std::uint8_t { debug, info, warn, error };

struct LogField {
    std::string_view name;
    std::string value;
};
using LogFields = std::initializer_list<LogField>;

// Never waits for the reader of standard error: if that reader falls far behind, the oldest lines
// are dropped. All calls may be made from many threads at once.
class Log {
public:
    Log(LogForm form, LogLevel least);
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;
    ~Log();  // Writes what is left.

    bool speaks(LogLevel level) const { return level >= least_; }
    void say(LogLevel level, std::string_view message, LogFields fields = {});

private:
    struct Writer;
    LogForm form_;
    LogLevel least_;
    std::unique_ptr<Writer> writer_;
};

// One line, without its end. Text from outside may be in it: it is made harmless to terminals, and
// cannot look like another line or field.
std::string log_line(LogForm form, const Time& time, LogLevel level, std::string_view message,
                     LogFields fields);

// Lets through so many a second, and counts the others.
class Throttle {
public:
    explicit Throttle(std::uint64_t per_second) : per_second_(per_second) {}

    // Nothing when it is too much; else how many were held back since the last that got through.
    std::optional<std::uint64_t> pass(std::chrono::steady_clock::time_point now);

private:
    std::uint64_t per_second_;
    std::mutex mutex_;
    std::chrono::steady_clock::time_point begin_ = {};
    std::uint64_t passed_ = 0;
    std::uint64_t held_ = 0;
};

}  // namespace hence
