// `hence note EVENT TEXT`: records what a person remarks about an event.
#include <memory>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "model/ids.h"
#include "model/json/writer.h"

namespace hence {
namespace {

struct NoteArguments {
    std::string event;
    std::string text;
    std::string author;
    std::string id;
};

Result<int> record_remark(Context& context, const NoteArguments& given) {
    Request request = get({"events", given.event, "notes"});
    request.method = "POST";
    request.headers["content-type"] = "application/json";
    JsonWriter json(request.body);
    json.begin_object().member("text", Exact{given.text});
    json.member_if_any("author", {given.author});
    // Should the owner of the store vanish before it answers, the request is sent again: the id
    // makes it count once.
    json.member("id", Exact{given.id.empty() ? new_id() : given.id}).end_object();
    // A store that is not there has nothing to remark on, and is not made for that. What a file
    // says would be forgotten with the command.
    const Purpose purpose = context.globals().file.empty() ? Purpose::read : Purpose::write;
    const std::unique_ptr<Door> door = TRY(context.open_door(purpose, "note"));
    return context.ask(*door, std::move(request));
}

}  // namespace

void add_note_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<NoteArguments>();
    Parser note = app.add_subcommand("note", "Record a remark about an event, beside it");
    note.add_option("EVENT", arguments->event, "Its id, a beginning or an end of it, or latest")
        .required();
    note.add_option("TEXT", arguments->text, "What you remark").required();
    note.add_option("--author", arguments->author, "Who says so");
    note.add_option("--id", arguments->id, "The note's own id: a second try under it counts once");
    note.footer("Example: hence note e2 \"this deleted build/profile\" --author ada");
    runs(note, command, record_remark, arguments);
}

}  // namespace hence
