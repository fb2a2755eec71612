// A PostgreSQL server of the machine's own package, in a temporary directory, for tests and
// benchmarks only.
//
// One server serves a whole test program; HENCE_TEST_ENGINE names another one that runs already,
// such as a cluster. The server listens on a socket in its directory and on nothing else, and ends
// with the program. PostgreSQL refuses to run as root, so it runs as another user
// where the tests are root's.
#pragma once

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/engine.h"

namespace hence {

class TestEngine {
public:
    // Null where PostgreSQL is not installed.
    static TestEngine* get() {
        static const std::unique_ptr<TestEngine> engine = given_or_started();
        return engine.get();
    }
    // One with settings of its own, such as "fsync=on".
    static std::unique_ptr<TestEngine> start(const std::vector<std::string>& settings);
    ~TestEngine() {
        if (server_ > 0) {
            ::kill(server_, SIGQUIT);
            ::waitpid(server_, nullptr, 0);
        }
        if (!directory_.empty()) {
            std::error_code ignored;
            std::filesystem::remove_all(directory_, ignored);
        }
    }
    TestEngine() = default;
    TestEngine(const TestEngine&) = delete;
    TestEngine& operator=(const TestEngine&) = delete;

    const std::string& address() const { return address_; }
    // The same with a log of its own.
    std::string fresh_log() { return address_ + "&log=t" + std::to_string(++logs_); }

private:
    static std::unique_ptr<TestEngine> given_or_started() {
        const char* const given = std::getenv("HENCE_TEST_ENGINE");
        if (given == nullptr) {
            return start({"fsync=off", "max_connections=200"});
        }
        auto engine = std::make_unique<TestEngine>();
        engine->address_ = given;
        engine->logs_ = static_cast<long>(::getpid()) * 1'000;  // Logs of an earlier run stay.
        return engine;
    }

    static std::filesystem::path programs() {
        std::filesystem::path newest;
        std::error_code error;
        for (const auto& entry :
             std::filesystem::directory_iterator("/usr/lib/postgresql", error)) {
            if (std::filesystem::exists(entry.path() / "bin" / "initdb", error) &&
                entry.path() / "bin" > newest) {
                newest = entry.path() / "bin";
            }
        }
        return newest;
    }

    // As a user who is not root.
    static void drop_rights() {
        const passwd* const user = ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr;
        if (user != nullptr && (::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0)) {
            ::_exit(1);
        }
    }

    static pid_t run(const std::vector<std::string>& command, const std::filesystem::path& log) {
        const pid_t child = ::fork();
        if (child != 0) {
            return child;
        }
        ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
        if (::freopen(log.c_str(), "a", stdout) == nullptr || ::dup2(1, 2) < 0) {
            ::_exit(1);
        }
        drop_rights();
        std::vector<char*> arguments;
        for (const std::string& argument : command) {
            arguments.push_back(const_cast<char*>(argument.c_str()));
        }
        arguments.push_back(nullptr);
        ::execv(arguments[0], arguments.data());
        ::_exit(1);
    }

    std::filesystem::path directory_;
    std::string address_;
    pid_t server_ = 0;
    long logs_ = 0;
};

inline std::unique_ptr<TestEngine> TestEngine::start(const std::vector<std::string>& settings) {
    const std::filesystem::path bin = programs();
    if (bin.empty()) {
        return nullptr;
    }
    std::string pattern = "/tmp/hence-engine-XXXXXX";
    auto engine = std::make_unique<TestEngine>();
    engine->directory_ = ::mkdtemp(pattern.data());
    const passwd* const user = ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr;
    if (user != nullptr && ::chown(engine->directory_.c_str(), user->pw_uid, user->pw_gid) != 0) {
        return nullptr;
    }
    const std::filesystem::path data = engine->directory_ / "data";
    const std::filesystem::path log = engine->directory_ / "output";
    const pid_t made = run({(bin / "initdb").string(), "-D", data.string(), "-A", "trust", "-N",
                            "-U", "hence", "--no-locale", "-E", "UTF8"},
                           log);
    int status = 0;
    ::waitpid(made, &status, 0);
    std::vector<std::string> command{(bin / "postgres").string(),
                                     "-D",
                                     data.string(),
                                     "-k",
                                     engine->directory_.string(),
                                     "-h",
                                     ""};
    for (const std::string& setting : settings) {
        command.insert(command.end(), {"-c", setting});
    }
    engine->server_ = run(command, log);
    engine->address_ = "postgres:///postgres?user=hence&host=" + engine->directory_.string();
    for (int attempt = 0; attempt < 300; ++attempt) {
        if (engine_logs(engine->address_)) {
            return engine;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return nullptr;
}

}  // namespace hence
