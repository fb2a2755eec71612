#include "server/watch/live.h"

#include <array>
#include <charconv>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/text.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/routes/routes.h"
#include "server/wire/feed.h"

namespace hence {
namespace {

constexpr std::string_view retry_after_s = "5";

// The header stands before the parameter: a browser that comes back repeats its address as it was.
Result<std::optional<std::uint64_t>> place_asked(const Request& request) {
    std::string text(request.header("last-event-id"));
    if (text.empty()) {
        const std::optional<std::string> parameter = request.parameter("last_event_id");
        if (!parameter) {
            return std::optional<std::uint64_t>();
        }
        text = *parameter;
    }
    std::uint64_t seq = 0;
    const char* end = text.data() + text.size();
    const auto [read, error] = std::from_chars(text.data(), end, seq);
    if (text.empty() || error != std::errc() || read != end) {
        return Error{Code::invalid,
                     fmt::format("last event id {} is no number", hence::quoted(text)),
                     "give the id of the last event that came, or 0 for all of them"};
    }
    return std::optional(seq);
}

Result<Response> answer_live(const App& app, const Request& request, const std::string&) {
    if (app.live == nullptr) {
        return Error{Code::not_found, "nothing is told live here", "hence serve has it"};
    }
    constexpr std::array<std::string_view, 3> of_pages = {"limit", "newest", "cursor"};
    for (const std::string_view name : of_pages) {
        if (request.parameter(name)) {
            return Error{Code::invalid, fmt::format("a live feed takes no {}", name),
                         "GET /api/v1/events has pages"};
        }
    }
    LiveRequest asked;
    asked.after_seq = TRY(place_asked(request));
    asked.filter = TRY(event_query(request));
    Result<std::shared_ptr<Feed>> feed = app.live->open(app.store, asked);
    if (!feed && feed.error().code == Code::busy) {
        Response refused = error_response(feed.error(), request.form());
        refused.status = 503;
        refused.headers.emplace_back("Retry-After", retry_after_s);
        return refused;
    }
    Response response;
    response.feed = TRY(std::move(feed));
    response.content_type = "text/event-stream";
    response.headers.emplace_back("Cache-Control", "no-store");
    response.headers.emplace_back("X-Accel-Buffering", "no");
    return response;
}

constexpr auto live_takes = takes::joined(
    {
        ParameterText{"Last-Event-ID", "i", "Goes on behind this seq; 0: from the first.",
                      "header"},
        ParameterText{"last_event_id", "i", "The same, where a header cannot be set."},
    },
    takes::event_filters);

}  // namespace

RouteTable live_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/live",
                 TokenScope::read,
                 answer_live,
                 {.name = "live",
                  .summary = "What arrives, as it arrives; resumable",
                  .takes = live_takes,
                  .gives = "sse",
                  .statuses = "404"}},
            },
    };
}

}  // namespace hence
