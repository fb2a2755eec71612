#include "base/secrets/command_output.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"

namespace hence {
namespace {

using CommandClock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds look_again_after{5};

Error too_slow(const CommandLimits& limits) {
    return Error{Code::io, fmt::format("it was not done after {} ms", limits.time_max.count())};
}

// Everything up to the end of the output, or why there is no end.
Result<std::string> read_to_end(const Descriptor& from, const CommandLimits& limits,
                                CommandClock::time_point end) {
    std::string output;
    std::array<char, 1'024> piece{};
    for (;;) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - CommandClock::now());
        struct pollfd ready {
            from.number(), POLLIN, 0
        };
        const int polled = ::poll(&ready, 1, static_cast<int>(std::max<long>(left.count(), 0)));
        if (polled == 0) {
            return too_slow(limits);
        }
        const ssize_t got = polled < 0 ? -1 : ::read(from.number(), piece.data(), piece.size());
        if (got < 0 && errno != EINTR) {
            return system_error("read what it prints");
        }
        if (got == 0) {
            return output;
        }
        output.append(piece.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (output.size() > limits.bytes_max) {
            return Error{Code::limit,
                         fmt::format("it prints more than {} bytes", limits.bytes_max)};
        }
    }
}

// Nothing when it ended well. A host that lets its children vanish has no status of them. A command
// may close its output and go on: it is ended when its time is over.
Result<void> wait_for(pid_t child, const CommandLimits& limits, CommandClock::time_point end) {
    int status = 0;
    bool late = false;
    for (;;) {
        const pid_t ended = ::waitpid(child, &status, late ? 0 : WNOHANG);
        if (ended == child) {
            break;
        }
        if (ended < 0 && errno != EINTR) {
            return {};
        }
        if (!late && CommandClock::now() >= end) {
            late = true;
            ::kill(child, SIGKILL);
        } else if (!late) {
            std::this_thread::sleep_for(look_again_after);
        }
    }
    if (late) {
        return too_slow(limits);
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return {};
    }
    return Error{Code::io, WIFEXITED(status)
                               ? fmt::format("it ended with status {}", WEXITSTATUS(status))
                               : "it was ended by a signal"};
}

Result<std::string> run_and_read(const std::string& command, const CommandLimits& limits) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return system_error("make a pipe");
    }
    const Descriptor reading{ends[0]};
    Descriptor writing{ends[1]};
    posix_spawn_file_actions_t streams;
    ::posix_spawn_file_actions_init(&streams);
    ::posix_spawn_file_actions_addopen(&streams, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&streams, writing.number(), STDOUT_FILENO);
    std::string shell = "sh";
    std::string option = "-c";
    std::string text = command;
    char* const arguments[] = {shell.data(), option.data(), text.data(), nullptr};
    pid_t child = 0;
    const int failed = ::posix_spawn(&child, "/bin/sh", &streams, nullptr, arguments, ::environ);
    ::posix_spawn_file_actions_destroy(&streams);
    writing = Descriptor();
    if (failed != 0) {
        return system_error("start /bin/sh", failed);
    }
    const CommandClock::time_point end = CommandClock::now() + limits.time_max;
    Result<std::string> output = read_to_end(reading, limits, end);
    const Result<void> ended =
        wait_for(child, limits, output ? end : CommandClock::now());  // Without output: at once.
    if (output && !ended) {
        return ended.error();
    }
    return output;
}

}  // namespace

Result<std::string> output_of(const std::string& command, const CommandLimits& limits) {
    Result<std::string> output = run_and_read(command, limits);
    if (!output) {
        return Error{output.error().code,
                     fmt::format("the command {} failed: {}", command, output.error().message)};
    }
    return output;
}

}  // namespace hence
