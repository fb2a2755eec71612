// `hence mcp`: the Model Context Protocol on standard input and output.
#include "server/mcp/mcp.h"

#include <memory>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "cli/commands/message_reader.h"
#include "model/ids.h"

namespace hence {
namespace {

struct McpArguments {
    McpOptions options;
    std::string inject = "first_only";
    bool no_auto_inject = false;
};

// One connection: messages are answered in order, by the process that owns the store.
class Conversation {
public:
    Conversation(Context& context, McpOptions options)
        : context_(context), options_(std::move(options)) {}

    Result<int> run() {
        MessageReader reader(STDIN_FILENO);
        for (;;) {
            const std::optional<ReceivedMessage> message = TRY(reader.next());
            if (!message) {
                return 0;
            }
            const std::string answer = answer_to(*message);
            if (!answer.empty()) {
                TRY(context_.out().write(answer + "\n"));
                TRY(context_.out().flush());
            }
        }
    }

private:
    std::string answer_to(const ReceivedMessage& received) {
        if (const auto* error = std::get_if<McpError>(&received.read)) {
            return rpc_error(*error);
        }
        const auto& message = std::get<McpMessage>(received.read);
        const McpEra era = era_;
        era_ = era_after(message, era_);
        if (message.kind != McpMessage::Kind::request) {
            return {};
        }
        Result<std::string> answer = ask(received.line, era);
        if (answer) {
            return std::move(answer).take();
        }
        // The server goes on: each tool call is answered with the reason why there is no store.
        return answer_mcp({.reason = answer.error()}, message, options_, era).text;
    }

    Result<std::string> ask(const std::string& line, McpEra era) {
        if (!door_) {
            door_ = TRY(context_.open_door(Purpose::write, "mcp"));
        }
        std::string answer;
        const Reply reply =
            TRY(door_->send(request_for(line, era), [&](std::string_view piece) -> Result<void> {
                answer += piece;
                return {};
            }));
        if (!reply.warning.empty() && !std::exchange(warned_, true)) {
            note("warning: " + reply.warning);
        }
        if (reply.refused) {
            return *reply.refused;
        }
        return answer;
    }

    Request request_for(const std::string& line, McpEra era) const {
        Request request;
        request.method = "POST";
        request.path = {"mcp"};
        request.headers["content-type"] = "application/json";
        with(request, "transport", "stdio");
        with(request, "graph", options_.graph);
        with(request, "session", options_.session);
        with(request, "agent", options_.agent);
        with(request, "run", options_.run);
        with(request, "inject", std::string(to_string(options_.inject)));
        with(request, "decision_limit", fmt::format("{}", options_.decision_limit));
        with(request, "era",
             era == McpEra::modern   ? "modern"
             : era == McpEra::legacy ? "legacy"
                                     : "");
        // Should the owner of the store vanish before it answers, the request is sent again: under
        // the same key it counts once.
        with(request, "key", new_id());
        request.body = line;
        return request;
    }

    Context& context_;
    McpOptions options_;
    McpEra era_ = McpEra::unknown;
    std::unique_ptr<Door> door_;
    bool warned_ = false;
};

Result<int> converse(Context& context, const McpArguments& given) {
    McpOptions options = given.options;
    options.inject = TRY(injection_named(given.no_auto_inject ? "none" : given.inject));
    return Conversation(context, std::move(options)).run();
}

}  // namespace

void add_mcp_command(Parser& app, Command& command) {
    auto given = std::make_shared<McpArguments>();
    Parser mcp =
        app.add_subcommand("mcp", "Let agents record and ask, by the Model Context Protocol");
    mcp.add_option("--graph", given->options.graph, "The decision graph that they share")
        .capture_default_str();
    mcp.add_option("--session", given->options.session, "The session of what they record")
        .envname("HENCE_SESSION");
    mcp.add_option("--agent", given->options.agent, "Who they are").envname("HENCE_AGENT");
    mcp.add_option("--run", given->options.run, "Their run").envname("HENCE_RUN");
    mcp.add_flag("--no-auto-inject", given->no_auto_inject,
                 "Show what was recorded before only when asked");
    mcp.add_option("--inject", given->inject,
                   "Show it at the start (first_only) or with every answer (every_iteration)")
        .one_of({"first_only", "every_iteration"})
        .capture_default_str();
    mcp.add_option("--decision-limit", given->options.decision_limit,
                   "How many decisions that shows")
        .capture_default_str();
    mcp.footer("Example: hence mcp --agent planner --session s1");
    runs(mcp, command, converse, given);
}

}  // namespace hence
