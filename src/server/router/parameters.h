// Reading query parameters into what they mean. Each fails with invalid, naming the parameter: a
// value that makes no sense is never replaced by a default.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/explain.h"
#include "hence/query.h"
#include "hence/result.h"
#include "hence/time.h"
#include "server/wire/http.h"

namespace hence {

Result<std::uint64_t> number_parameter(const Request& request, std::string_view name,
                                       std::uint64_t otherwise);
// A finite number of at least 0.
Result<std::optional<double>> amount_parameter(const Request& request, std::string_view name);
Result<std::optional<Time>> time_parameter(const Request& request, std::string_view name);
// Comma-separated; empty when absent.
std::vector<std::string> list_parameter(const Request& request, std::string_view name);
// Empty when absent.
std::string text_parameter(const Request& request, std::string_view name);

// Which links an explanation follows; all unless it is told otherwise.
Result<Follow> follow_parameter(const Request& request);

// The filters of `events`; without a cursor, and without a limit unless it is given.
Result<EventQuery> event_query(const Request& request);

}  // namespace hence
