#include "server/router/parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/try.h"
#include "model/text.h"

namespace hence {

std::string text_parameter(const Request& request, std::string_view name) {
    return request.parameter(name).value_or("");
}

Result<std::uint64_t> number_parameter(const Request& request, std::string_view name,
                                       std::uint64_t otherwise) {
    const std::optional<std::string> text = request.parameter(name);
    if (!text) {
        return otherwise;
    }
    std::uint64_t number = 0;
    const char* end = text->data() + text->size();
    const auto [read, error] = std::from_chars(text->data(), end, number);
    if (text->empty() || error != std::errc() || read != end) {
        return Error{Code::invalid,
                     fmt::format("{} \"{}\" is no whole number", name, printable(*text)),
                     "write digits only, such as 100"};
    }
    return number;
}

Result<std::optional<double>> amount_parameter(const Request& request, std::string_view name) {
    const std::optional<std::string> text = request.parameter(name);
    if (!text) {
        return std::optional<double>();
    }
    double number = 0;
    const char* end = text->data() + text->size();
    const auto [read, error] = std::from_chars(text->data(), end, number);
    if (text->empty() || error != std::errc() || read != end || !std::isfinite(number) ||
        number < 0) {
        return Error{Code::invalid, fmt::format("{} \"{}\" is no number", name, printable(*text)),
                     "write a number of at least 0, such as 250"};
    }
    return std::optional<double>(number);
}

Result<std::optional<Time>> time_parameter(const Request& request, std::string_view name) {
    const std::optional<std::string> text = request.parameter(name);
    if (!text) {
        return std::optional<Time>();
    }
    const Result<Time> time = parse_time(*text);
    if (!time) {
        return Error{Code::invalid, fmt::format("{}: {}", name, time.error().message),
                     time.error().hint};
    }
    return std::optional<Time>(*time);
}

std::vector<std::string> list_parameter(const Request& request, std::string_view name) {
    std::vector<std::string> values;
    const auto [first, last] = request.query.equal_range(name);
    for (auto at = first; at != last; ++at) {
        std::string_view rest = at->second;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(','), rest.size());
            if (end > 0) {
                values.emplace_back(rest.substr(0, end));
            }
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return values;
}

Result<Follow> follow_parameter(const Request& request) {
    const std::string follow = text_parameter(request, "follow");
    if (follow == "recorded") {
        return Follow::recorded;
    }
    if (follow == "known" || (request.parameter("assumed") && !request.flag("assumed"))) {
        return Follow::known;
    }
    if (!follow.empty() && follow != "assumed") {
        return Error{Code::invalid, "follow is none of assumed, known and recorded"};
    }
    return Follow::assumed;
}

Result<EventQuery> event_query(const Request& request) {
    EventQuery asked;
    asked.agent = text_parameter(request, "agent");
    asked.session = text_parameter(request, "session");
    asked.run = text_parameter(request, "run");
    asked.correlation = text_parameter(request, "correlation");
    asked.from = TRY(time_parameter(request, "from"));
    asked.to = TRY(time_parameter(request, "to"));
    asked.kinds = list_parameter(request, "kinds");
    asked.where = text_parameter(request, "where");
    asked.text = text_parameter(request, "text");
    asked.limit = TRY(number_parameter(request, "limit", 0));
    asked.newest = request.flag("newest");
    return asked;
}

}  // namespace hence
