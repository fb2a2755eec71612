// `hence open [SESSION|EVENT]`: the page of the server that has the store, at a session or event.
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "cli/console/browser.h"
#include "model/json/json.h"
#include "model/json/writer.h"

namespace hence {
namespace {

struct OpenArguments {
    std::string name;
    bool no_browser = false;
};

// The server that has the store: the one that was named, or that keeps the directory.
Result<std::string> server_of(const Context& context, Door& door) {
    if (!context.globals().file.empty()) {
        return Error{Code::invalid, "--file answers from a file, and has no page",
                     "record the file, or hence export html SESSION writes a page as a file"};
    }
    std::string store = TRY(context.store_named());
    if (store.starts_with("http://")) {
        store.erase(store.find_last_not_of('/') + 1);
        return store;
    }
    const std::string status = TRY(Context::fetch(door, get({"status"})));
    const std::string server = Json(status)["server"].string().value_or("");
    if (server.empty()) {
        const std::string named =
            context.globals().store.empty() ? "" : " --store " + context.globals().store;
        return Error{Code::not_found, fmt::format("no server runs for the store {}", store),
                     fmt::format("start one: hence{} serve", named)};
    }
    return server;
}

// "/session/ID?event=EVENT", of a session or an event of that name.
Result<std::string> place_of(Door& door, const std::string& name) {
    if (name.empty()) {
        return target_of({.path = {"sessions"}});
    }
    Request of_session = get({"events"});
    with(of_session, "session", name);
    with(of_session, "limit", "1");
    const Result<std::string> first = Context::fetch(door, of_session);
    if (first) {
        const std::optional<std::string> session = Json(*first)["session"].string();
        return target_of({.path = {"session", session.value_or(name)}});
    }
    if (first.error().code != Code::not_found) {
        return first.error();
    }
    const Result<std::string> found = Context::fetch(door, get({"events", name}));
    if (!found) {
        return Error{found.error().code, fmt::format("no session or event {} was recorded", name),
                     "`hence sessions` lists what was"};
    }
    const Json event(*found);
    const std::optional<std::string> session = event["session"].string();
    if (!session) {
        return Error{Code::not_found, fmt::format("event {} belongs to no session", name),
                     fmt::format("hence show {} shows it here", name)};
    }
    Request place;
    place.path = {"session", *session};
    place.query.emplace("event", event["id"].string().value_or(name));
    return target_of(place);
}

Result<int> open_page(Context& context, const OpenArguments& arguments) {
    const std::unique_ptr<Door> door = TRY(context.open_door(Purpose::read, "open"));
    std::string address = TRY(server_of(context, *door));
    const std::string place = TRY(place_of(*door, arguments.name));
    address += "/#" + place;
    std::string text = address + "\n";
    if (context.globals().json) {
        text.clear();
        JsonWriter json(text);
        json.begin_object().member("address", address).end_object().end_line();
    }
    TRY(context.out().write(text));
    TRY(context.out().finish());
    if (context.out().style().terminal && !context.globals().json && !arguments.no_browser) {
        open_in_browser(address);
    }
    return 0;
}

}  // namespace

void add_open_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<OpenArguments>();
    Parser open = app.add_subcommand("open", "Open the page at a session or event, in a browser");
    open.add_option("NAME", arguments->name,
                    "A session or event: its id, an end of it, or latest; none: all sessions");
    open.add_flag("--no-browser", arguments->no_browser, "Print the address only");
    open.footer("Example: hence open latest");
    runs(open, command, open_page, arguments);
}

}  // namespace hence
