// `hence files SESSION`: which files the tools of a session read, wrote, edited and deleted.
#include <memory>

#include "cli/commands/commands.h"

namespace hence {
namespace {

struct FilesArguments {
    std::string session;
    std::string path;
    bool changed = false;
    bool diffs = false;
};

}  // namespace

void add_files_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<FilesArguments>();
    Parser files = app.add_subcommand(
        "files", "List the files that a session read, wrote, edited and deleted");
    files
        .add_option("SESSION", arguments->session, "Its id, a beginning or an end of it, or latest")
        .required();
    files.add_option("--path", arguments->path,
                     "Only files with this in their paths; each with every call and its last diff");
    files.add_flag("--changed", arguments->changed, "Only what was written, edited or deleted");
    files.add_flag("--diffs", arguments->diffs, "Show every call and the last diff of each file");
    files.footer(
        "Example: hence files latest --changed\n"
        "         hence files latest --path main.cpp");
    files.callback([&command, arguments] {
        command = [arguments](Context& context) {
            Request request = get({"sessions", arguments->session, "files"});
            with(request, "path", arguments->path);
            with_flag(request, "changed", arguments->changed);
            with_flag(request, "diffs", arguments->diffs);
            return context.ask(std::move(request), "files");
        };
    });
}

}  // namespace hence
