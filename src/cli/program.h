// The program behind main: arguments in, exit status out.
//
// Parsing and running are apart: parsing opens no file and no store, so that help, completion and a
// mistyped option work anywhere, and tests can parse without side effects. Exit statuses are the
// same for every command: 0 done, 1 not there or a check failed, 2 wrong usage, 3 the store failed.
// Standard output holds the answer and nothing else; every message goes to standard error.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/console/context.h"

namespace hence {

// What the arguments ask for.
struct Invocation {
    Globals globals = {};
    Command command = {};
};

// Something to print instead of running anything.
struct Printout {
    std::string text;
    int exit_status = 0;  // 0: on standard output; else on standard error.
};

// Parses arguments, the program's name not among them, and hands `use` what they ask for. Touches
// nothing else.
int with_arguments(const std::vector<std::string>& arguments,
                   const std::function<int(const Invocation&)>& use,
                   const std::function<int(const Printout&)>& print);

// Runs the program. Nothing is thrown.
int run(const std::vector<std::string>& arguments);

// "hence 0.1.0 (store format 1; Release build, GCC 12.2.0)"
std::string version_line();

}  // namespace hence
