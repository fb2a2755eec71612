// The commands, each of which adds itself to the program. Parsing touches nothing; running is
// apart.
//
// A command declares its options and turns them into a Request; Context sends it through a door and
// prints the answer. A command holds no rules of its own about answers, so a server gives the same
// answer. A few commands, such as completion and rationale, need no store.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/console/context.h"
#include "cli/console/parser.h"

namespace hence {

// Adds one subcommand to `app`, or a few that belong together. When it is parsed, `command` becomes
// what it does.
using AddCommand = void (*)(Parser& app, Command& command);

// Once `parser` was parsed, `command` is to call `run` with what was given.
template <class Run, class Given>
void runs(Parser& parser, Command& command, Run run, std::shared_ptr<Given> given) {
    parser.callback([&command, run, given] {
        command = [run, given](Context& context) { return run(context, *given); };
    });
}

// Commands that answer the same sort of question, under one heading of the help.
struct CommandGroup {
    std::string heading;
    std::vector<AddCommand> commands;
};

// All commands, in the order of the help. A new one is added to the list in commands.cpp, and
// nowhere else.
const std::vector<CommandGroup>& command_groups();

}  // namespace hence
