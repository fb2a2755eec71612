// Everything a command may use of the world: its store, its output, its complaints.
//
// A command gets a Context and asks it for a door; it never opens a store, a socket or a file of
// the store itself. So --store, --file and the environment mean the same for every command. Reading
// from a directory that somebody named and that does not exist is an error; the default directory
// answers as an empty store would before the first recording, and is not made.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "cli/console/output.h"
#include "hence/result.h"
#include "hence/store.h"
#include "server/door/door.h"
#include "server/wire/http.h"

namespace hence {

// What stands before the command.
struct Globals {
    std::string store;        // --store
    std::string log;          // --log
    std::string stale_reads;  // --stale-reads
    std::string file;         // --file
    bool json = false;        // --json
    bool wide = false;        // --wide
    bool local = false;       // --local
};

enum class Purpose : std::uint8_t {
    read,   // A directory that is not there stays away.
    write,  // It is made.
};

class Context {
public:
    Context(Globals globals, Output& out) : globals_(std::move(globals)), out_(out) {}

    const Globals& globals() const { return globals_; }
    Output& out() { return out_; }

    // What --store or else the environment names, with the log that --log names. Fails with invalid
    // when there is neither, nor a home, and for a log of a store that has only one.
    Result<std::string> store_named() const;

    // The standby that --stale-reads names, or null without it. Waits a little for a log that was
    // just begun.
    Result<std::unique_ptr<Store>> open_standby() const;

    // The door to what --store, --file or the environment names. `command` is what other processes
    // are told about this one. Fails with io or invalid.
    Result<std::unique_ptr<Door>> open_door(Purpose purpose, const std::string& command);

    // Sends a request with the Accept that --json calls for, prints the answer, and returns the
    // exit status. An answer that is an error, or none at all, is complained about.
    Result<int> ask(Door& door, Request request);
    // Opens the door and asks.
    Result<int> ask(Request request, const std::string& command);
    // The JSON of an answer, for a command that makes its own text of it. Fails as the answer does.
    static Result<std::string> fetch(Door& door, Request request);

private:
    Result<std::unique_ptr<Door>> open_file_door();
    Result<std::unique_ptr<Door>> open_absent(const std::filesystem::path& directory) const;
    std::string accepted() const;
    Result<std::unique_ptr<Door>> open_directory(const std::filesystem::path& directory,
                                                 Purpose purpose, const std::string& command);

    Globals globals_;
    Output& out_;
};

// "hence: LINE" on standard error, harmless to a terminal.
void note(std::string_view line);
void complain(const Error& error);  // Its message and hint.

// How a command opens the store in a directory that its process owns.
Result<std::unique_ptr<Store>> open_store_in(const std::filesystem::path& directory);

// A command, parsed and ready to run. Returns its exit status.
using Command = std::function<Result<int>(Context&)>;

// The default store: $HENCE_STORE, $XDG_DATA_HOME/hence, ~/.local/share/hence. Fails with invalid
// when the environment names no home.
Result<std::string> default_store();

// GET /api/v1/SEGMENTS
Request get(std::initializer_list<std::string_view> segments);
// Adds a parameter unless its value is empty.
void with(Request& request, std::string_view name, const std::string& value);
void with_flag(Request& request, std::string_view name, bool set);

}  // namespace hence
