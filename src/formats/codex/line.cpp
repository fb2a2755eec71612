#include "formats/codex/line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/ascii.h"
#include "formats/common/foreign.h"
#include "hence/time.h"

namespace hence {
namespace {

// A number of milliseconds, to the microsecond.
std::string in_ms(double seconds) {
    std::string text;
    if (std::isfinite(seconds) && seconds >= 0) {
        append_number(text, std::round(seconds * 1e6) / 1e3);
    }
    return text;
}

std::optional<double> leading_number(std::string_view text) {
    double value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failed == std::errc() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// The head of an output is what stands before its line "Output:", if it has one.
constexpr std::size_t head_lines_max = 8;

// What a script says went wrong: the first line of it.
std::string script_error(std::string_view text) {
    constexpr std::string_view mark = "Script error:\n";
    const std::size_t at = text.find(mark);
    const std::string_view said =
        at == std::string_view::npos ? std::string_view() : text.substr(at + mark.size());
    const std::string_view first = said.substr(0, said.find('\n'));
    return std::string(first.empty() ? "Script failed" : first);
}

// Of a text, itself; of a list of content items, the text of the first.
std::string first_text(Json output) {
    std::string text = output.string().value_or("");
    output.each_element([&text](Json item) {
        text = item["text"].string().value_or("");
        return false;
    });
    return text;
}

// The output of a script is a list, and its first item is the head. What follows, as a list.
std::string behind_head(Json output) {
    std::string rest = "[";
    bool first = true;
    output.each_element([&](Json item) {
        if (!std::exchange(first, false)) {
            rest += (rest.size() == 1 ? "" : ",") + std::string(item.raw());
        }
        return true;
    });
    return rest + "]";
}

// The size of the head; 0 when there is none.
std::size_t read_head(std::string_view text, CodexOutput& told) {
    constexpr std::string_view exit = "Exit code: ";
    constexpr std::string_view exited = "Process exited with code ";
    constexpr std::string_view wall = "Wall time: ";
    constexpr std::string_view script_wall = "Wall time ";
    const bool script = text.starts_with("Script ");
    bool known = false;
    std::size_t at = 0;
    for (std::size_t number = 0; number < head_lines_max && at < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view one = text.substr(at, end - at);
        at = std::min(end + 1, text.size());
        if (one == "Output:") {
            at = script && text.substr(at).starts_with('\n') ? at + 1 : at;
            return known ? at : 0;
        }
        known = known || one.starts_with(exit) || one.starts_with(exited) ||
                one.starts_with(wall) || (script && one.starts_with(script_wall));
        if (one.starts_with(exit)) {
            told.exit_code = leading_number(one.substr(exit.size()));
        } else if (one.starts_with(exited)) {
            told.exit_code = leading_number(one.substr(exited.size()));
        } else if (one.starts_with(wall)) {
            told.duration_ms = in_ms(leading_number(one.substr(wall.size())).value_or(-1));
        } else if (script && one.starts_with(script_wall)) {
            told.duration_ms = in_ms(leading_number(one.substr(script_wall.size())).value_or(-1));
        } else if (one == "aborted by user") {
            told.error = one;
        }
    }
    return 0;
}

// What a tool says instead of a result.
void read_refusal(const std::string& text, CodexOutput& told) {
    static constexpr std::array<std::string_view, 3> refusals = {
        "exec command rejected by user", "patch rejected by user", "rejected by user"};
    static constexpr std::array<std::string_view, 4> failures = {
        "failed to parse function arguments", "apply_patch verification failed",
        "unsupported call: ", "aborted by user"};
    const auto begins = [&text](std::string_view one) { return text.starts_with(one); };
    told.rejected = std::ranges::any_of(refusals, begins);
    if (told.rejected || std::ranges::any_of(failures, begins)) {
        told.error = text;
    }
}

}  // namespace

Result<CodexLine> CodexLine::from(const Record& record) {
    CodexLine line;
    line.type = record.json["type"].string().value_or("");
    if (line.type.empty()) {
        return Error{Code::invalid, "type is missing"};
    }
    line.payload = record.json["payload"];
    if (!line.payload.is_object()) {
        return Error{Code::invalid, "payload is missing"};
    }
    line.kind = line.payload["type"].string().value_or("");
    line.number = record.line;
    const Json timestamp = record.json["timestamp"];
    const std::optional<std::string> time = time_from(timestamp);
    if (!time && timestamp.present()) {
        return Error{Code::invalid, "timestamp is no time"};
    }
    line.timed = time.has_value();
    line.time = time.value_or(time_of_index(record.line));
    const Json ordinal = record.json["ordinal"];
    if (const double number = ordinal.number().value_or(-1); number >= 0 && number < 1e15) {
        line.ordinal = static_cast<std::uint64_t>(number);
    }
    line.place = line.ordinal ? "o" + std::to_string(*line.ordinal) : std::to_string(record.line);
    return line;
}

std::string codex_ms_between(std::string_view from, std::string_view to) {
    const Result<Time> first = parse_time(from);
    const Result<Time> last = parse_time(to);
    if (!first || !last) {
        return {};
    }
    const double seconds =
        static_cast<double>(last->seconds - first->seconds) +
        (static_cast<double>(last->nanos) - static_cast<double>(first->nanos)) / 1e9;
    return seconds > 0 ? in_ms(seconds) : std::string();
}

std::string codex_time_before(std::string_view time, std::string_view ms) {
    const Result<Time> end = parse_time(time);
    const std::optional<double> amount = Json(ms).number();
    constexpr double ms_max = 1e12;  // Thirty years.
    if (!end || !amount || *amount < 0 || *amount > ms_max) {
        return std::string(time);
    }
    constexpr std::int64_t second = 1'000'000'000;
    const auto nanos = static_cast<std::int64_t>(std::round(*amount * 1e6));
    Time begin = *end;
    begin.seconds -= nanos / second;
    std::int64_t left = static_cast<std::int64_t>(begin.nanos) - nanos % second;
    if (left < 0) {
        left += second;
        --begin.seconds;
    }
    constexpr std::int64_t million = 1'000'000;  // The end was told to the millisecond.
    begin.nanos = static_cast<std::uint32_t>(left / million * million);
    begin.digits = 3;
    std::string text = to_string(begin);
    return parse_time(text) ? text : std::string(time);
}

std::string codex_text(Json content) {
    std::string text = content.string().value_or("");
    content.each_element([&text](Json item) {
        const std::string part =
            item.is_string() ? item.string().value_or("") : item["text"].string().value_or("");
        text += text.empty() || part.empty() ? part : "\n\n" + part;
        return true;
    });
    return text;
}

std::string_view codex_request(std::string_view text) {
    constexpr std::string_view mark = "\n## My request for Codex:";
    const std::size_t at =
        text.starts_with("# Context from my IDE") ? text.find(mark) : std::string_view::npos;
    if (at == std::string_view::npos) {
        return text;
    }
    const std::string_view request = trimmed_front(text.substr(at + mark.size()));
    return request.empty() ? text : request;
}

CodexOutput codex_output(Json output) {
    CodexOutput told;
    told.output = output.present() ? std::string(output.raw()) : std::string();
    const std::string text = codex_text(output);
    if (text.starts_with('{')) {
        const Result<std::string> held = minify(text, record_depth_max);
        const Json object(held ? std::string_view(*held) : std::string_view());
        if (object["metadata"].is_object() && object["output"].present()) {
            told.output = object["output"].raw();
            told.exit_code = object["metadata"]["exit_code"].number();
            told.duration_ms = codex_duration(object["metadata"]["duration_seconds"]);
            return told;
        }
    }
    const std::string first = first_text(output);
    const std::size_t head = read_head(first, told);
    if (head > 0 && text.starts_with("Script failed\n")) {
        told.error = script_error(text);
    }
    if (head > 0 && output.is_string()) {
        told.head = text.substr(0, head);
        told.output.clear();
        append_token(told.output, std::string_view(text).substr(head));
    } else if (head > 0 && head == first.size()) {
        told.head = first;
        told.output = behind_head(output);
    }
    read_refusal(text, told);
    return told;
}

std::string codex_duration(Json duration) {
    if (duration.is_object()) {
        return in_ms(duration["secs"].number().value_or(-1) +
                     duration["nanos"].number().value_or(0) / 1e9);
    }
    if (duration.is_number()) {
        return in_ms(duration.number().value_or(-1));
    }
    const std::string text = duration.string().value_or("");
    const double value = leading_number(text).value_or(-1);
    if (text.ends_with("ms")) {
        return in_ms(value / 1e3);
    }
    return text.ends_with('s') ? in_ms(value) : std::string();
}

}  // namespace hence
