// Looking before opening: a child process opens the log read-only and reports through a pipe.
//
// Debian's RocksDB has its assertions on, so a damaged file can abort whoever opens it. That must
// not be the host's process, and a read-write open would make a loss permanent.
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "store/rocks/child.h"
#include "store/rocks/log.h"

namespace hence::rocks {
namespace {

constexpr int child_timeout_ms = 300'000;

std::string look(const std::string& path, rocksdb::Env* env) {
    rocksdb::DB* opened = nullptr;
    const rocksdb::Status status = rocksdb::DB::OpenForReadOnly(log_options(env), path, &opened);
    if (!status.ok()) {
        return "E" + to_error(status, fmt::format("cannot open {}", path)).message;
    }
    // Left open: the process ends here, and closing is one more thing that damage could upset.
    const Result<std::uint64_t> last_seq = last_batch_seq(*opened);
    const Result<std::uint64_t> last_refused = last_refused_number(*opened);
    if (!last_seq || !last_refused) {
        return "E" + (!last_seq ? last_seq.error() : last_refused.error()).message;
    }
    std::string report = "K";
    put_varint(report, *last_seq);
    put_varint(report, *last_refused);
    put_varint(report, opened->GetLatestSequenceNumber());
    return report;
}

// The newest write-ahead log, for a person who wonders which file is to blame.
std::string newest_wal(const std::string& path, rocksdb::Env* env) {
    std::vector<std::string> names;
    std::string newest;
    if (env->GetChildren(path, &names).ok()) {
        for (const std::string& name : names) {
            if (name.ends_with(".log") && name > newest) {
                newest = name;
            }
        }
    }
    return newest.empty() ? fmt::format("{} (its write-ahead log is gone)", path)
                          : fmt::format("{}/{}", path, newest);
}

}  // namespace

Result<std::string> in_child(const std::function<std::string()>& work) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return Error{Code::io, fmt::format("cannot make a pipe: {}", std::strerror(errno))};
    }
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        const int silence = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(silence, STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        const std::string report = getppid() == parent ? work() : std::string();
        std::size_t written = 0;
        while (written < report.size()) {
            const ssize_t n = write(ends[1], report.data() + written, report.size() - written);
            if (n <= 0) {
                break;
            }
            written += static_cast<std::size_t>(n);
        }
        _exit(0);
    }
    close(ends[1]);
    std::string report;
    bool timed_out = false;
    for (char buffer[4096]; child > 0;) {
        pollfd ready{ends[0], POLLIN, 0};
        const int polled = poll(&ready, 1, child_timeout_ms);
        if (polled < 0 && errno == EINTR) {
            continue;
        }
        if (polled <= 0) {
            timed_out = true;
            kill(child, SIGKILL);
            break;
        }
        const ssize_t n = read(ends[0], buffer, sizeof buffer);
        if (n <= 0) {
            break;
        }
        report.append(buffer, static_cast<std::size_t>(n));
    }
    close(ends[0]);
    if (child < 0) {
        return Error{Code::io, fmt::format("cannot start a process: {}", std::strerror(errno))};
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (timed_out) {
        return Error{Code::io, "a check of the log did not end"};
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
        return Error{Code::io,
                     "a check of the log was ended from outside"};  // Not by what it read.
    }
    if (WIFSIGNALED(status)) {
        return Error{Code::corrupt,
                     fmt::format("reading it ends a process with signal {}", WTERMSIG(status))};
    }
    return report;
}

Inspection inspect(const std::string& path, const Head& head, rocksdb::Env* env) {
    Inspection found;
    const Result<std::string> report = in_child([&] { return look(path, env); });
    if (!report || !report->starts_with('K')) {
        const std::string why =
            !report ? report.error().message : report->substr(report->empty() ? 0 : 1);
        found.damage =
            Error{report || report.error().code == Code::corrupt ? Code::corrupt : Code::io,
                  fmt::format("the log at {} is damaged: {}", path, why)};
        return found;
    }
    ByteReader in(std::string_view(*report).substr(1));
    found.last_seq = in.varint();
    found.last_refused = in.varint();
    found.writes = in.varint();
    if (found.last_seq < head.last_seq) {
        found.damage = Error{
            Code::corrupt,
            fmt::format(
                "{} is damaged: the log ends at event {}, and events up to {} were acknowledged",
                newest_wal(path, env), found.last_seq, head.last_seq)};
    } else if (found.last_refused < head.last_refused) {
        found.damage =
            Error{Code::corrupt,
                  fmt::format("{} is damaged: quarantine rows {} to {} are missing",
                              newest_wal(path, env), found.last_refused + 1, head.last_refused)};
    } else if (found.writes < head.writes) {
        found.damage =
            Error{Code::corrupt, fmt::format("{} is damaged: its last {} writes are missing",
                                             newest_wal(path, env), head.writes - found.writes)};
    }
    return found;
}

}  // namespace hence::rocks
