// The simple commands of a shell text: their words, and the files that they are redirected to.
//
// This is no shell. Quotes, escapes, comments, here-documents and the operators between commands
// are understood; nothing is expanded. A word that a shell would expand by a variable or another
// command is marked, because its text is not what the command will get.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hence {

struct ShellWord {
    std::string text = {};
    bool expands = false;  // Has a variable or a command in it.
};

struct ShellRedirection {
    enum class Way : char { read, write, append };
    Way way = Way::read;
    ShellWord file = {};
};

struct ShellCommand {
    std::vector<ShellWord> words = {};
    std::vector<ShellRedirection> redirections = {};
};

inline constexpr std::size_t shell_commands_max = 10'000;

// In order; at most shell_commands_max. Any text is taken: what is unclosed ends with the text.
std::vector<ShellCommand> shell_commands(std::string_view text);

}  // namespace hence
