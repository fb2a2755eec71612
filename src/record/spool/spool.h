// The spool of a store: files of events that agents write into DIRECTORY/spool, and that whoever
// owns the store takes from there.
//
// An agent must not wait for a store, and what it recorded must outlive it. So its events go to a
// file of its own, one write for each line, and the owner of the directory appends them to the
// store: all there is when it opens the store, and whatever comes while it has it. A question sees
// every line that was written before it was asked. Events are taken exactly once, see mark.h
// and once.h. What cannot be read is left where it is, and named in `problems`.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"
#include "record/follow_watch.h"
#include "record/spool/file.h"

namespace hence {

inline constexpr std::string_view spool_name = "spool";

// A file that lies in the spool.
struct SpoolRow {
    std::string file;
    std::uint64_t bytes = 0;
    std::uint64_t taken = 0;  // Of its bytes.
    std::uint64_t lines = 0;  // In what was taken.
    std::uint64_t stored = 0;
    std::uint64_t quarantined = 0;
    std::uint64_t last_seq = 0;
    bool open = false;    // Somebody may still write to it.
    std::string problem;  // Why it is not taken, or empty.
};

class Spool {
public:
    // A question does not wait longer for the spool to be taken.
    static constexpr std::chrono::milliseconds patience{5'000};

    // Takes what there is in DIRECTORY/spool, and goes on in a thread of its own until it is
    // destroyed. There need not be a spool yet. `store` must outlive it. Never fails: a spool that
    // cannot be read does not keep a store from being opened.
    Spool(const std::filesystem::path& directory, Store& store);
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;
    ~Spool();

    // Takes every line that was written before the call, unless that takes longer than `patience`.
    void catch_up();

    // Overwrites what was taken in files that somebody still writes to. Waits for its turn. Fails
    // with io, naming the file.
    Result<void> wipe_taken();

    // What lies there, by name. Call catch_up before.
    std::vector<SpoolRow> rows() const;
    // What is wrong, one line each: a file that is not taken, a store that takes nothing.
    std::vector<std::string> problems() const;

private:
    void look();
    void look_at_all(const SpoolPlace& place);
    void take(const SpoolPlace& place, const std::string& name);
    void set_problem(const std::string& name, const Result<void>& taken);
    void run();
    bool sleeps_for(std::chrono::milliseconds pause);

    std::filesystem::path path_;
    Store& store_;

    std::timed_mutex taking_;  // Held by the one thread that takes; guards what follows.
    Watcher watcher_;
    bool watched_ = false;
    std::chrono::steady_clock::time_point looked_ = {};  // At everything.
    std::map<std::string, SpoolFile> files_;

    mutable std::mutex told_mutex_;  // Guards what others are told; taken inside taking_ only.
    std::map<std::string, SpoolRow> told_;
    std::map<std::string, std::string> problems_;  // By name; "" is the spool itself.

    std::mutex stop_mutex_;
    std::condition_variable stopped_;
    bool stops_ = false;
    std::thread thread_;
};

}  // namespace hence
