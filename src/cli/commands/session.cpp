// `hence session fork|rewind|checkpoint`: goes on from an earlier event, or marks one.
#include <memory>
#include <string>
#include <string_view>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "model/ids.h"
#include "model/json/writer.h"

namespace hence {
namespace {

struct BranchArguments {
    std::string session;
    std::string at;
    std::string as;
    std::string to;
    std::string name;
    std::string agent;
    std::string id;
};

Result<int> send_branch(Context& context, const BranchArguments& given, std::string_view what) {
    Request request = get({"sessions", given.session, what});
    request.method = "POST";
    request.headers["content-type"] = "application/json";
    JsonWriter json(request.body);
    json.begin_object().member_if_any("at", {given.at}).member_if_any("as", {given.as});
    json.member_if_any("to", {given.to}).member_if_any("name", {given.name});
    json.member_if_any("agent", {given.agent});
    // Should the owner of the store vanish before it answers, the request is sent again: the id
    // makes it count once.
    json.member("id", Exact{given.id.empty() ? new_id() : given.id}).end_object();
    // A store that is not there has no session to go on from, and is not made for that. What a file
    // says would be forgotten with the command.
    const Purpose purpose = context.globals().file.empty() ? Purpose::read : Purpose::write;
    const std::unique_ptr<Door> door = TRY(context.open_door(purpose, "session"));
    return context.ask(*door, std::move(request));
}

// What all three take, and what they do.
void finish_branch(Parser& parser, Command& command,
                   const std::shared_ptr<BranchArguments>& arguments, std::string_view what) {
    parser.add_option("--agent", arguments->agent, "Who does it");
    parser.add_option("--id", arguments->id,
                      "The event's own id: a second try under it counts once");
    parser.callback([&command, arguments, what] {
        command = [arguments, what](Context& context) {
            return send_branch(context, *arguments, what);
        };
    });
}

}  // namespace

void add_session_command(Parser& app, Command& command) {
    Parser session =
        app.add_subcommand("session", "Go on from an earlier event of a session, or mark one");
    session.require_subcommand(1, 1);
    session.footer("Example: hence session fork s1 --at e2 --as s1-retry");
    auto arguments = std::make_shared<BranchArguments>();
    constexpr std::string_view which = "Its name, a beginning or an end of it, or latest";

    Parser fork = session.add_subcommand("fork", "Begin a session that goes on from an event");
    fork.add_option("SESSION", arguments->session, std::string(which)).required();
    fork.add_option("--at", arguments->at, "The event or checkpoint (the newest event)");
    fork.add_option("--as", arguments->as, "The name of the new session (one is made)");
    fork.footer("Example: hence session fork s1 --at e2 --as s1-retry");
    finish_branch(fork, command, arguments, "fork");

    Parser rewind = session.add_subcommand("rewind", "Go back: abandon what came after an event");
    rewind.add_option("SESSION", arguments->session, std::string(which)).required();
    rewind.add_option("--to", arguments->to, "The event or checkpoint").required();
    rewind.footer("Example: hence session rewind s1 --to e2");
    finish_branch(rewind, command, arguments, "rewind");

    Parser checkpoint = session.add_subcommand("checkpoint", "Mark the newest event");
    checkpoint.add_option("SESSION", arguments->session, std::string(which)).required();
    checkpoint.add_option("NAME", arguments->name, "By which fork and rewind find it");
    checkpoint.footer("Example: hence session checkpoint s1 \"before the tests\"");
    finish_branch(checkpoint, command, arguments, "checkpoint");
}

}  // namespace hence
