#include "hence/outline.h"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/timeline.h"
#include "model/text.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"
#include "views/kept/kept_answers.h"
#include "views/outline/of_shape.h"
#include "views/timeline/of_shape.h"

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
    if (order != "tree" && order != "time" && order != "turns") {
        return Error{Code::invalid, "order is neither \"tree\", \"time\" nor \"turns\""};
    }
    OutlineRequest asked{.session = id};
    asked.order = order == "time"    ? OutlineOrder::time
                  : order == "turns" ? OutlineOrder::turns
                                     : OutlineOrder::tree;
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

constexpr ParameterText outline_takes[] = {
    otherwise({"order", "(tree|time|turns)",
               "Each below its parent, in the order of events, or turn by turn."},
              "tree"),
    ParameterText{"offset", "i", "The first row that is given; from 0."},
    ParameterText{"limit", "i", "How many rows; at most 2000."},
    ParameterText{"at", "s", "The event whose row stands in the middle; its id may be shortened."},
    ParameterText{"after", "i", "Only what stands behind this place in the session."},
    ParameterText{"before", "i", "Only what stands before it; the last rows, without an offset."},
    ParameterText{"closed", "s",
                  "Hides what is below these events: seqs, with commas between them."},
    ParameterText{"open", "s",
                  "Shows what hangs on these events, though it would be hidden: seqs."},
    ParameterText{"levels", "i", "Hides what is deeper; 0: nothing."},
    takes::kinds,
    ParameterText{"errors", "b", "Only what failed."},
    ParameterText{"fields", "i", "Gives fields of at most so many bytes."},
};

constexpr ParameterText timeline_takes[] = {
    takes::from,
    takes::to,
    ParameterText{"buckets", "i", "Into how many parts a long stretch is cut; at most 2000."},
    ParameterText{"limit", "i", "Up to how many events each is told by itself; at most 10000."},
    ParameterText{"lanes", "(agent|run)", "What gets a lane of its own."},
};

constexpr SchemaText outline_schemas[] = {
    {"Outline",
     "session:s events:i rows_total:i roots:i depth:i first:t? last:t? kinds:{i} agents:[s] runs:i "
     "missing_parents:i cycles:i last_seq:i offset:i rows:[OutlineRow]",
     "rows_total counts all rows, of which rows are those from offset on."},
    {"OutlineRow",
     "seq:i id:s ordinal:i kind:s agent:s? run:s? time:t duration_ms:n? summary:s "
     "status:(ok|error)? level:i parent:s? parent_missing:b children:i descendants:i closed:b "
     "last:b why:s? confidence:n? tokens:n? synthesized:b fields:object? size:i "
     "source:s? ~time_derived:b ~inherited:s? ~abandoned:b",
     "size is that of the fields' JSON, given or not. time_derived: the time only says the order."},
    {"Timeline",
     "session:s first:t last:t from:t to:t events:i lanes:[TimelineLane] spans:[TimelineSpan] "
     "buckets:[TimelineBucket] critical:CriticalPath",
     "Either spans or buckets."},
    {"TimelineLane", "name:s? events:i errors:i others:i",
     "others: how many lanes it stands for, 0 when only for itself."},
    {"TimelineSpan",
     "seq:i id:s ordinal:i lane:i row:i kind:s time:t duration_ms:n? summary:s status:(ok|error)? "
     "critical:b ~inherited:s? ~abandoned:b"},
    {"TimelineBucket",
     "lane:i from:t to:t events:i errors:i first_ordinal:i last_ordinal:i kind:s critical:b"},
    {"CriticalPath", "duration_ms:n steps:i segments:[CriticalSegment]"},
    {"CriticalSegment", "event:s ordinal:i lane:i from:t to:t"},
};

}  // namespace

RouteTable outline_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/sessions/{id}/outline",
                 TokenScope::read,
                 answer_outline,
                 {.name = "outline",
                  .summary = "A window of a session's tree or order",
                  .takes = outline_takes,
                  .gives = "json=Outline text",
                  .statuses = "404",
                  .id = "A session; its name may be shortened.",
                  .command = "outline {id}",
                  .tool = {.name = "outline",
                           .title = "Outline a session",
                           .description =
                               "What happened in a session, one line an event, turn by turn.",
                           .id = "session_id",
                           .without = "offset limit at after before closed open levels fields",
                           .otherwise = "order=turns",
                           .blames = "session_id"}}},
                {"GET",
                 "/api/v1/sessions/{id}/timeline",
                 TokenScope::read,
                 answer_timeline,
                 {.name = "timeline",
                  .summary = "A session by the clock",
                  .takes = timeline_takes,
                  .gives = "json=Timeline text",
                  .statuses = "404",
                  .id = "A session; its name may be shortened.",
                  .command = "timeline {id}"}},
            },
        .schemas = outline_schemas,
    };
}

}  // namespace hence
