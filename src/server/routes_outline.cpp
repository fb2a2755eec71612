#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/outline.h"
#include "hence/timeline.h"
#include "model/text.h"
#include "server/parameters.h"
#include "server/routes.h"
#include "server/streamed.h"
#include "views/kept_answers.h"
#include "views/outline_parts.h"
#include "views/timeline_parts.h"

namespace hence {
namespace {

Result<std::optional<std::uint64_t>> maybe_number(const Request& request, std::string_view name) {
    std::optional<std::uint64_t> number;
    if (request.parameter(name)) {
        number = TRY(number_parameter(request, name, 0));
    }
    return number;
}

Result<std::vector<std::uint64_t>> seqs_parameter(const Request& request, std::string_view name) {
    std::vector<std::uint64_t> seqs;
    for (const std::string& text : list_parameter(request, name)) {
        const char* end = text.data() + text.size();
        std::uint64_t seq = 0;
        const auto [read, error] = std::from_chars(text.data(), end, seq);
        if (error != std::errc() || read != end) {
            return Error{Code::invalid, fmt::format("{} {} is no seq", name, hence::quoted(text)),
                         "write whole numbers with commas between them"};
        }
        seqs.push_back(seq);
    }
    return seqs;
}

Result<Response> answer_outline(const App& app, const Request& request, const std::string& id) {
    const std::string order = request.parameter("order").value_or("tree");
    if (order != "tree" && order != "time") {
        return Error{Code::invalid, "order is neither \"tree\" nor \"time\""};
    }
    OutlineRequest asked{.session = id};
    asked.order = order == "time" ? OutlineOrder::time : OutlineOrder::tree;
    asked.kinds = list_parameter(request, "kinds");
    asked.errors = request.flag("errors");
    asked.closed = TRY(seqs_parameter(request, "closed"));
    asked.open = TRY(seqs_parameter(request, "open"));
    asked.levels = TRY(number_parameter(request, "levels", 0));
    asked.after = TRY(maybe_number(request, "after"));
    asked.before = TRY(maybe_number(request, "before"));
    asked.offset = TRY(maybe_number(request, "offset"));
    asked.limit = TRY(number_parameter(request, "limit", asked.limit));
    asked.at = text_parameter(request, "at");
    asked.fields_max = TRY(maybe_number(request, "fields"));
    const Shaped shaped = TRY(shape_meant(app.kept ? &app.kept->shapes : nullptr, app.store, id));
    Outline answer = TRY(outline(app.store, asked, shaped));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

Result<Response> answer_timeline(const App& app, const Request& request, const std::string& id) {
    const std::string lanes = request.parameter("lanes").value_or("agent");
    if (lanes != "agent" && lanes != "run") {
        return Error{Code::invalid, "lanes is neither \"agent\" nor \"run\""};
    }
    TimelineRequest asked{.session = id};
    asked.lanes = lanes == "run" ? TimelineLanes::run : TimelineLanes::agent;
    asked.from = TRY(time_parameter(request, "from"));
    asked.to = TRY(time_parameter(request, "to"));
    asked.buckets = TRY(number_parameter(request, "buckets", asked.buckets));
    asked.limit = TRY(number_parameter(request, "limit", asked.limit));
    asked.bars = request.form() == Form::text;
    const Shaped shaped = TRY(shape_meant(app.kept ? &app.kept->shapes : nullptr, app.store, id));
    Timeline answer = TRY(timeline(app.store, asked, *shaped.shape));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

}  // namespace

RouteTable outline_routes() {
    return {
        {"GET", "/api/v1/sessions/{id}/outline", TokenScope::read, answer_outline},
        {"GET", "/api/v1/sessions/{id}/timeline", TokenScope::read, answer_timeline},
    };
}

}  // namespace hence
