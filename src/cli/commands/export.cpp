// `hence export KIND`: what other programs read.
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "cli/commands/export_proof.h"
#include "cli/commands/filters.h"
#include "cli/console/moment.h"
#include "model/json/writer.h"
#include "model/text.h"
#include "sql/export_file.h"

namespace hence {
namespace {

struct ExportArguments {
    std::string kind;
    std::string answer;
    std::string name;
    EventFilters filters;
    std::string limit;
    std::string decision_type;
    std::string by;
    std::string at;
    std::string event;
    std::string view;
    bool newest = false;
    bool correct = false;
    bool incorrect = false;
    bool delegations = false;
    bool down = false;
    bool graph = false;
    bool known = false;
    bool redact = false;
};

void add_choices(Parser& command, ExportArguments& arguments) {
    add_filters(command, arguments.filters);
    command.add_option("--correlation", arguments.filters.correlation, "Only of this correlation");
    command.add_option("--where", arguments.filters.where, "Only where this holds");
    command.add_option("--text", arguments.filters.text, "Only where this text occurs in the JSON");
    command.add_option("--kinds", arguments.filters.kinds,
                       "csv, ndjson, sqlite: only of these kinds");
    command.add_option("--limit", arguments.limit, "csv, ndjson: how many at most (all)");
    command.add_flag("--newest", arguments.newest, "csv, ndjson: with --limit, the newest");
    command.add_option("--decision-type", arguments.decision_type, "training: only of this type");
    command.add_flag("--correct", arguments.correct, "training: only what was correct");
    command.add_flag("--incorrect", arguments.incorrect, "training: only what was not");
    command.add_flag("--delegations", arguments.delegations,
                     "tree: go on below a delegation with what the child did");
    command.add_flag("--down", arguments.down, "explain: what it led to");
    command.add_flag("--graph", arguments.graph, "explain: all known links");
    command.add_flag("--known", arguments.known,
                     "explain: without links that order and time suggest");
    command.add_flag("--redact", arguments.redact,
                     "Replace the secrets that were stored by [redacted KIND 4f2a]");
    command.add_option("--at", arguments.at,
                       "messages, langgraph: the event to start from again (the newest)");
    command.add_option("--event", arguments.event, "html: open with this event selected");
    command.add_option("--view", arguments.view,
                       "html: open as graph, tree, timeline or transcript");
    command.add_option("--by", arguments.by, "context: a thought per turn (default) or per run");
}

// `export html SESSION`: the session stands where others name what they draw.
void take_session(ExportArguments& arguments) {
    const bool of_session =
        arguments.kind == "html" || arguments.kind == "messages" || arguments.kind == "langgraph";
    if (of_session && !arguments.answer.empty() && arguments.name.empty() &&
        arguments.filters.session.empty()) {
        arguments.filters.session = std::exchange(arguments.answer, {});
    }
}

// The filters as one text: an export is brought up to date with those that it was made with.
std::string filters_of(const Request& request) {
    std::string text;
    for (const auto& [name, value] : request.query) {
        fmt::format_to(std::back_inserter(text), "{}={}\n", name, value);
    }
    return text;
}

// `export sqlite FILE`: the rows come from wherever the store is, and the file is written here.
Result<int> write_database(Context& context, const std::string& file, Request request) {
    if (file.empty()) {
        return Error{Code::invalid, "export sqlite does not know into which file",
                     "name it: hence export sqlite FILE"};
    }
    const std::unique_ptr<Door> door = TRY(context.open_door(Purpose::read, "export"));
    ExportFile target = TRY(ExportFile::open(file, filters_of(request)));
    const bool is_update = target.after_seq() > 0;
    with(request, "after_seq", is_update ? std::to_string(target.after_seq()) : std::string());
    TRY(translate_times(request, moment_now()));
    request.headers["accept"] = command_json;
    const Reply reply =
        TRY(door->send(request, [&target](std::string_view piece) { return target.take(piece); }));
    if (reply.refused) {
        return *reply.refused;
    }
    if (!reply.warning.empty()) {
        note("warning: " + reply.warning);
    }
    const ExportFile::Written written = TRY(target.finish());
    std::string line;
    if (context.globals().json) {
        JsonWriter json(line);
        json.begin_object().member("file", file).member("events", written.events);
        json.member("deleted", written.deleted).member("last_seq", written.last_seq);
        json.end_object().end_line();
    } else {
        line = fmt::format(
            "{} {} events to {}{}\n", is_update ? "brought" : "wrote", written.events,
            printable(file),
            written.deleted == 0 ? std::string() : fmt::format(" and deleted {}", written.deleted));
    }
    TRY(context.out().write(line));
    TRY(context.out().finish());
    return reply.exit_status;
}

Result<int> print_export(Context& context, ExportArguments arguments) {
    take_session(arguments);
    const bool is_proof = arguments.kind == "proof";
    const std::string directory = is_proof ? std::exchange(arguments.answer, {}) : std::string();
    const bool is_database = arguments.kind == "sqlite";
    const std::string file = is_database ? std::exchange(arguments.answer, {}) : std::string();
    constexpr std::string_view answers[] = {"tree", "explain", "context"};
    if (!arguments.answer.empty() &&
        std::find(std::begin(answers), std::end(answers), arguments.answer) == std::end(answers)) {
        return Error{Code::invalid, "there is no drawing of \"" + arguments.answer + "\"",
                     "use tree SESSION, explain EVENT or context SESSION"};
    }
    if (!arguments.answer.empty() && arguments.name.empty()) {
        return Error{Code::invalid, "export " + arguments.answer + " needs a name",
                     "hence export --help shows how"};
    }
    Request request = get({"export", arguments.kind});
    with(request, is_proof ? "NAME" : arguments.answer, arguments.name);
    with(request, arguments.filters);
    with(request, "limit", arguments.limit);
    with(request, "decision_type", arguments.decision_type);
    with(request, "by", arguments.by);
    with(request, "at", arguments.at);
    with(request, "event", arguments.event);
    with(request, "view", arguments.view);
    with_flag(request, "newest", arguments.newest);
    with_flag(request, "correct", arguments.correct);
    with_flag(request, "incorrect", arguments.incorrect);
    with_flag(request, "delegations", arguments.delegations);
    with_flag(request, "down", arguments.down);
    with_flag(request, "graph", arguments.graph);
    with_flag(request, "redact", arguments.redact);
    with(request, "follow", arguments.known ? "known" : "");
    if (is_proof && !request.query.empty()) {
        std::string option = request.query.begin()->first;
        std::ranges::replace(option, '_', '-');
        return Error{Code::invalid, fmt::format("export proof takes no {}", option),
                     "a proof has every event, as it was stored"};
    }
    if (is_proof) {
        return export_proof(context, directory);
    }
    if (is_database) {
        return write_database(context, file, std::move(request));
    }
    return context.ask(std::move(request), "export");
}

}  // namespace

void add_export_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<ExportArguments>();
    Parser exporting =
        app.add_subcommand("export", "Write events, examples or drawings for other programs");
    exporting
        .add_option(
            "KIND", arguments->kind,
            "training, csv, ndjson, markdown, sqlite, proof, prov, triples, dot, mermaid, html,\n"
            "messages or langgraph")
        .required();
    exporting.add_option("ANSWER", arguments->answer,
                         "dot, mermaid: tree, explain or context; html, messages, langgraph: the "
                         "session;\nsqlite: the file; proof: the directory");
    exporting.add_option("NAME", arguments->name, "dot, mermaid: of which session or event");
    add_choices(exporting, *arguments);
    exporting.footer(
        "Example: hence export csv --session s1 > s1.csv\n"
        "         hence export training --incorrect > examples.ndjson\n"
        "         hence export sqlite traces.db --from 7d\n"
        "         hence export dot tree s1 | dot -Tsvg > s1.svg\n"
        "         hence export html s1 --event e5 --redact > s1.html\n"
        "         hence export messages s1 --at e5 > messages.json");
    runs(exporting, command, print_export, arguments);
}

}  // namespace hence
