#include "server/wire/log.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <spdlog/async_logger.h>
#include <spdlog/details/thread_pool.h>
#include <spdlog/sinks/stdout_sinks.h>

#include "base/clock.h"
#include "model/json/writer.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t lines_waiting_max = 8'192;
constexpr std::size_t value_characters_max = 256;

std::string_view name_of(LogLevel level) {
    switch (level) {
        case LogLevel::debug: return "debug";
        case LogLevel::info: return "info";
        case LogLevel::warn: return "warn";
        case LogLevel::error: return "error";
    }
    return "error";
}

std::string shortened(const std::string& value) {
    return first_line(printable(value), value_characters_max);
}

// As it is where it is one plain word, else in quotes.
std::string as_word(const std::string& value) {
    std::string shown = shortened(value);
    const bool plain = !shown.empty() && shown.find_first_of(" \"=\\") == std::string::npos;
    if (plain) {
        return shown;
    }
    std::string quoted_word;
    append_string(quoted_word, shown);
    return quoted_word;
}

std::string text_line(const Time& time, LogLevel level, std::string_view message,
                      LogFields fields) {
    std::string line =
        fmt::format("{} {:<5} {}", to_string(time), name_of(level), printable(message));
    for (const LogField& field : fields) {
        line += fmt::format(" {}={}", field.name, as_word(field.value));
    }
    return line;
}

std::string json_line(const Time& time, LogLevel level, std::string_view message,
                      LogFields fields) {
    std::string line;
    JsonWriter json(line);
    json.begin_object().member("time", time).member("level", name_of(level));
    json.member("message", printable(message));
    for (const LogField& field : fields) {
        json.member(field.name, shortened(field.value));
    }
    json.end_object();
    return line;
}

}  // namespace

std::string log_line(LogForm form, const Time& time, LogLevel level, std::string_view message,
                     LogFields fields) {
    return form == LogForm::json ? json_line(time, level, message, fields)
                                 : text_line(time, level, message, fields);
}

// The pool dies last: it writes what is left.
struct Log::Writer {
    std::shared_ptr<spdlog::details::thread_pool> pool =
        std::make_shared<spdlog::details::thread_pool>(lines_waiting_max, 1);
    std::shared_ptr<spdlog::async_logger> logger = std::make_shared<spdlog::async_logger>(
        "hence", std::make_shared<spdlog::sinks::stderr_sink_mt>(), pool,
        spdlog::async_overflow_policy::overrun_oldest);
};

Log::Log(LogForm form, LogLevel least)
    : form_(form), least_(least), writer_(std::make_unique<Writer>()) {
    writer_->logger->set_pattern("%v");
    writer_->logger->set_level(spdlog::level::trace);
}

Log::~Log() = default;

void Log::say(LogLevel level, std::string_view message, LogFields fields) {
    if (speaks(level)) {
        const std::string line = log_line(form_, to_the_millisecond(now()), level, message, fields);
        writer_->logger->log(spdlog::level::info, line);
    }
}

std::optional<std::uint64_t> Throttle::pass(std::chrono::steady_clock::time_point now) {
    const std::lock_guard lock(mutex_);
    if (now - begin_ >= std::chrono::seconds(1)) {
        begin_ = now;
        passed_ = 0;
    }
    if (passed_ == per_second_) {
        ++held_;
        return std::nullopt;
    }
    ++passed_;
    return std::exchange(held_, 0);
}

}  // namespace hence
