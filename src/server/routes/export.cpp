// Exports over HTTP, and the comparison of two runs. Every export is streamed, and none is whole in
// memory.
#include "hence/export.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/context.h"
#include "hence/diff.h"
#include "hence/explain.h"
#include "hence/query.h"
#include "hence/resumable.h"
#include "hence/tree.h"
#include "intake/redacted_store.h"
#include "model/text.h"
#include "server/page/recorded_page.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"
#include "sql/export_rows.h"

namespace hence {
namespace {

constexpr std::array event_filters{"agent", "session", "run",   "correlation",
                                   "from",  "to",      "where", "text"};
constexpr std::array page_filters{"kinds", "limit", "newest"};
constexpr std::array decision_filters{"decision_type", "correct", "incorrect"};
constexpr std::array page_options{"event", "view"};
constexpr std::array drawing_options{"tree",      "explain", "context", "delegations", "down",
                                     "direction", "graph",   "assumed", "follow",      "by"};

// An option that would change nothing is a mistake: what it was meant to leave out would be there.
template <class Names>
Result<void> refuse(const Request& request, const std::string& kind, const Names& names) {
    for (const std::string_view name : names) {
        if (request.parameter(name)) {
            std::string option(name);
            for (char& c : option) {
                c = c == '_' ? '-' : c;
            }
            return Error{Code::invalid, fmt::format("export {} takes no {}", kind, option),
                         "hence export --help says what goes with which"};
        }
    }
    return {};
}

// The same bytes in every form; only their name differs.
Response exported(const Request& request, std::string_view content_type,
                  std::function<Result<void>(const Sink&)> produce) {
    Response response;
    response.content_type =
        request.form() == Form::text ? "text/plain; charset=utf-8" : std::string(content_type);
    response.produce = std::move(produce);
    return response;
}

Result<Response> export_events(const App& app, const Request& request, const std::string& kind) {
    TRY(refuse(request, kind, decision_filters));
    TRY(refuse(request, kind, drawing_options));
    const EventQuery asked = TRY(event_query(request));
    EventList events = TRY(query(app.store, asked));
    const auto list = std::make_shared<EventList>(std::move(events));
    if (kind == "ndjson") {
        return exported(request, "application/x-ndjson",
                        [list](const Sink& sink) { return list->write_ndjson(sink); });
    }
    if (kind == "prov") {
        return exported(request, "application/n-triples",
                        [list, &store = app.store](const Sink& sink) {
                            return write_prov(*list, store, sink);
                        });
    }
    if (kind == "markdown") {
        return exported(request, "text/markdown; charset=utf-8",
                        [list, &store = app.store](const Sink& sink) {
                            return write_events_table(*list, store, sink);
                        });
    }
    if (kind == "triples") {
        return exported(request, "application/x-ndjson",
                        [list, &store = app.store](const Sink& sink) {
                            return write_triples(*list, store, sink);
                        });
    }
    return exported(
        request, "text/csv; charset=utf-8; header=present",
        [list, &store = app.store](const Sink& sink) { return write_csv(*list, store, sink); });
}

// The rows of a SQLite file, which the command puts into the file: it may be on another machine.
Result<Response> export_rows(const App& app, const Request& request) {
    TRY(refuse(request, "sqlite", decision_filters));
    TRY(refuse(request, "sqlite", drawing_options));
    TRY(refuse(request, "sqlite", std::array{"limit", "newest"}));
    ExportRowsRequest asked;
    asked.events = TRY(event_query(request));
    asked.after_seq = TRY(number_parameter(request, "after_seq", 0));
    TRY(check_export_rows(app.store, asked));
    return exported(request, "application/x-ndjson", [asked, &store = app.store](const Sink& sink) {
        return write_export_rows(store, asked, sink);
    });
}

Result<Response> export_training(const App& app, const Request& request) {
    TRY(refuse(request, "training", page_filters));
    TRY(refuse(request, "training", drawing_options));
    TrainingRequest asked;
    asked.events = TRY(event_query(request));
    asked.decision_type = text_parameter(request, "decision_type");
    const bool correct = request.flag("correct");
    if (correct && request.flag("incorrect")) {
        return Error{Code::invalid, "no outcome is both correct and incorrect",
                     "leave both out for all of them"};
    }
    if (correct || request.flag("incorrect")) {
        asked.correct = correct;
    }
    Training examples = TRY(training(app.store, asked));
    const auto answer = std::make_shared<Training>(std::move(examples));
    return exported(request, "application/x-ndjson",
                    [answer](const Sink& sink) { return answer->write_ndjson(sink); });
}

template <class Answer>
Response drawn(const App& app, const Request& request, DrawingLanguage language, Answer answer) {
    const std::string_view type =
        language == DrawingLanguage::dot ? "text/vnd.graphviz" : "text/vnd.mermaid";
    return exported(request, type,
                    [kept = std::make_shared<Answer>(std::move(answer)), language,
                     &store = app.store](const Sink& sink) {
                        return draw(*kept, {store, language}, sink);
                    });
}

Result<ContextBy> by_parameter(const Request& request) {
    const std::string by = request.parameter("by").value_or("turn");
    if (by != "turn" && by != "run") {
        return Error{Code::invalid, "by is neither \"turn\" nor \"run\""};
    }
    return by == "turn" ? ContextBy::turn : ContextBy::run;
}

Result<Response> export_drawing(const App& app, const Request& request, const std::string& kind) {
    TRY(refuse(request, kind, event_filters));
    TRY(refuse(request, kind, page_filters));
    TRY(refuse(request, kind, decision_filters));
    const DrawingLanguage language =
        kind == "dot" ? DrawingLanguage::dot : DrawingLanguage::mermaid;
    if (const auto session = request.parameter("tree")) {
        Tree found =
            TRY(tree(app.store, {.session = *session, .delegations = request.flag("delegations")}));
        return drawn(app, request, language, std::move(found));
    }
    if (const auto event = request.parameter("explain")) {
        const bool down = request.flag("down") || request.parameter("direction") == "down";
        const Follow follow = TRY(follow_parameter(request));
        Explanation why = TRY(explain(
            app.store,
            {.event = *event, .down = down, .graph = request.flag("graph"), .follow = follow}));
        return drawn(app, request, language, std::move(why));
    }
    if (const auto session = request.parameter("context")) {
        const ContextBy by = TRY(by_parameter(request));
        ContextGraph graph = TRY(context(app.store, {.session = *session, .by = by}));
        return drawn(app, request, language, std::move(graph));
    }
    return Error{Code::invalid, fmt::format("export {} does not know what to draw", kind),
                 "name it: tree SESSION, explain EVENT or context SESSION"};
}

Result<Response> export_page(const App& app, const Request& request) {
    for (const std::string_view name : event_filters) {
        if (name != "session") {
            TRY(refuse(request, "html", std::array{name}));
        }
    }
    TRY(refuse(request, "html", page_filters));
    TRY(refuse(request, "html", decision_filters));
    TRY(refuse(request, "html", drawing_options));
    const std::string session = text_parameter(request, "session");
    if (session.empty()) {
        return Error{Code::invalid, "export html does not know of which session",
                     "name it: html SESSION"};
    }
    const RecordedRequest asked{.session = session,
                                .event = text_parameter(request, "event"),
                                .view = text_parameter(request, "view")};
    Response response = TRY(recorded_page(app, asked));
    if (request.form() == Form::text) {
        response.content_type = "text/plain; charset=utf-8";
    }
    return response;
}

// Where a model can go on: its messages.
Result<Response> export_conversation(const App& app, const Request& request,
                                     const std::string& kind) {
    for (const std::string_view name : event_filters) {
        if (name != "session") {
            TRY(refuse(request, kind, std::array{name}));
        }
    }
    TRY(refuse(request, kind, page_filters));
    TRY(refuse(request, kind, decision_filters));
    TRY(refuse(request, kind, drawing_options));
    const ResumableRequest asked{.session = text_parameter(request, "session"),
                                 .at = text_parameter(request, "at")};
    if (asked.session.empty()) {
        return Error{Code::invalid, fmt::format("export {} does not know of which session", kind),
                     fmt::format("name it: {} SESSION", kind)};
    }
    Resumable found = TRY(resumable(app.store, asked));
    const auto answer = std::make_shared<Resumable>(std::move(found));
    const auto write = kind == "langgraph" ? write_langgraph_json : write_chat_json;
    return exported(request, "application/json",
                    [answer, write](const Sink& sink) { return write(*answer, sink); });
}

Result<Response> export_as(const App& app, const Request& request, const std::string& kind) {
    if (kind == "messages" || kind == "langgraph") {
        TRY(refuse(request, kind, page_options));
        return export_conversation(app, request, kind);
    }
    TRY(refuse(request, kind, std::array{"at"}));
    if (kind == "html") {
        return export_page(app, request);
    }
    TRY(refuse(request, kind, page_options));
    constexpr std::array lists{"csv", "ndjson", "markdown", "prov", "triples"};
    if (std::ranges::find(lists, kind) != lists.end()) {
        return export_events(app, request, kind);
    }
    if (kind == "sqlite") {
        return export_rows(app, request);
    }
    if (kind == "training") {
        return export_training(app, request);
    }
    if (kind == "dot" || kind == "mermaid") {
        return export_drawing(app, request, kind);
    }
    return Error{Code::invalid, fmt::format("nothing is exported as {}", hence::quoted(kind)),
                 "use training, csv, ndjson, markdown, sqlite, prov, triples, dot, mermaid, html, "
                 "messages or "
                 "langgraph"};
}

// Every export reads its events through the store, so this one is without secrets.
Result<Response> answer_export(const App& app, const Request& request, const std::string& kind) {
    if (!request.flag("redact")) {
        return export_as(app, request, kind);
    }
    const auto forgotten = std::make_shared<Redaction>();  // Where nobody keeps a key.
    Redaction& redaction = app.redaction == nullptr ? *forgotten : *app.redaction;
    const auto store = std::make_shared<RedactedStore>(app.store, redaction);
    const App without{.store = *store, .address = app.address, .redaction = &redaction};
    Response response = TRY(export_as(without, request, kind));
    if (response.produce) {
        response.produce = [forgotten, store, produce = std::move(response.produce)](
                               const Sink& sink) { return produce(sink); };
    }
    return response;
}

// `session` is for both, where the two are runs of one session.
Result<Response> answer_diff(const App& app, const Request& request, const std::string&) {
    const std::string session = text_parameter(request, "session");
    const DiffRequest asked{.a = text_parameter(request, "a"),
                            .b = text_parameter(request, "b"),
                            .session_a = request.parameter("session_a").value_or(session),
                            .session_b = request.parameter("session_b").value_or(session)};
    if (asked.a.empty() || asked.b.empty()) {
        return Error{Code::invalid, "two runs are needed to compare", "name them: a and b"};
    }
    Diff difference = TRY(diff(app.store, asked));
    return streamed_answer(request.form(), std::move(difference), app.store);
}

constexpr auto export_takes = takes::joined(
    takes::event_filters,
    {
        takes::limit,
        takes::newest,
        ParameterText{"after_seq", "i", "sqlite: only rows that are new since this event."},
        takes::decision_type,
        ParameterText{"correct", "b", "Only decisions whose outcome was correct."},
        ParameterText{"incorrect", "b", "Only decisions whose outcome was incorrect."},
        ParameterText{"tree", "s", "Draws the tree of this session."},
        ParameterText{"explain", "s", "Draws what led to this event."},
        ParameterText{"context", "s", "Draws the context graph of this session."},
        takes::delegations,
        takes::down,
        takes::direction,
        takes::graph_links,
        takes::follow,
        takes::assumed,
        takes::by,
        ParameterText{"redact", "b", "Replaces the secrets of stored events by marks."},
        ParameterText{"event", "s", "Of html: the event that is selected when the file opens."},
        ParameterText{"view", "s", "Of html: graph, tree, timeline or transcript."},
        ParameterText{"at", "s", "Of messages and langgraph: the event; else the newest."},
    });

constexpr ParameterText diff_takes[] = {
    required(ParameterText{"a", "s", "A run."}),
    required(ParameterText{"b", "s", "The run that it is compared with."}),
    ParameterText{"session", "s", "The session of both runs."},
    ParameterText{"session_a", "s", "The session of run a."},
    ParameterText{"session_b", "s", "The session of run b."},
};

constexpr SchemaText export_schemas[] = {
    {"TrainingExample",
     "event:s agent:s? decision_type:s? messages:any inputs:any rationale:Rationale? chosen:any "
     "alternatives:any outcome:s? correct:b?"},
    {"Diff",
     "a:s b:s same:b first_divergence:Divergence? edits:[Edit] tokens:TokensPair "
     "duration_ms:NumberPair ~shared:DiffShared",
     "Of two sessions of which one is a fork, `shared` says where they part."},
    {"DiffShared", "events:i last:s?"},
    {"Resumable", "session:s at:s exact:b messages:any",
     "Messages as OpenAI's chat API takes them; langgraph has only `messages`, as LangChain's."},
    {"Divergence", "index:i a:DiffStep? b:DiffStep?"},
    {"Edit", "op:(same|added|removed|changed) a:DiffStep? b:DiffStep?"},
    {"DiffStep", "event:s step:s"},
    {"NumberPair", "a:n? b:n?"},
    {"TokensPair", "a:Tokens b:Tokens"},
};

}  // namespace

RouteTable export_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/export/{id}",
                 TokenScope::read,
                 answer_export,
                 {.name = "export",
                  .summary = "Examples to train on, tables, lines and drawings",
                  .takes = export_takes,
                  .gives = "json=Resumable ndjson=TrainingExample csv dot mermaid html text",
                  .statuses = "404",
                  .id = "training, csv, ndjson, sqlite (rows), prov, triples, markdown, dot, "
                        "mermaid, html, messages or langgraph.",
                  .command = "export {id}"}},
                {"GET",
                 "/api/v1/diff",
                 TokenScope::read,
                 answer_diff,
                 {.name = "diff",
                  .summary = "Two runs, step by step",
                  .takes = diff_takes,
                  .gives = "json=Diff text",
                  .statuses = "404",
                  .command = "diff {a} {b}"}},
            },
        .schemas = export_schemas,
    };
}

}  // namespace hence
