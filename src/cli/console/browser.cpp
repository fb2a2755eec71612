#include "cli/console/browser.h"

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include "base/process.h"

namespace hence {
namespace {

// The program of that name in PATH, or empty.
std::string found_in_path(std::string_view name) {
    const std::string path = environment("PATH");
    std::string_view rest = path;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        std::string file = std::string(rest.substr(0, end)) + "/" + std::string(name);
        if (end > 0 && ::access(file.c_str(), X_OK) == 0) {
            return file;
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
}

}  // namespace

bool open_in_browser(const std::string& address) {
    std::string program = found_in_path("xdg-open");
    if (program.empty()) {
        program = found_in_path("open");
    }
    if (program.empty()) {
        return false;
    }
    // What the browser says is not for this terminal.
    posix_spawn_file_actions_t quiet;
    ::posix_spawn_file_actions_init(&quiet);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        ::posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_RDWR, 0);
    }
    std::string argument = address;
    char* const arguments[] = {program.data(), argument.data(), nullptr};
    pid_t child = 0;
    const int failed =
        ::posix_spawn(&child, program.c_str(), &quiet, nullptr, arguments, ::environ);
    ::posix_spawn_file_actions_destroy(&quiet);
    return failed == 0;
}

}  // namespace hence
