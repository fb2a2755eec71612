// Whether somebody can still write to a file of the spool, and whether a name tells who.
//
// The file system is asked, not the clock: a writer may be stopped for hours, and a clock may jump.
// A client holds a shared flock; of writers that lock nothing, Linux tells by refusing a read lease
// on a file that is open for writing. Both go with the last descriptor, however a process ends, and
// a forked child that has the descriptor keeps them. Where neither can be asked (a network file
// system, a file of another user), the process in the name HOST-PID-START decides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hence {

enum class SpoolWriter : std::uint8_t {
    open,     // Somebody has the file open for writing.
    gone,     // Nobody has.
    unknown,  // It cannot be told here.
};

// Asks about a file that was opened for reading.
SpoolWriter spool_writer_of(int file);

// The process that the name of a spool file tells of.
struct NamedWriter {
    std::string host;
    int process_id = 0;
};
std::optional<NamedWriter> named_spool_writer(std::string_view name);

// The name of this machine, as the clients spell it in a file's name.
std::string spool_host();

// Whether the process of that name runs on this machine. Nothing when the name does not tell, or
// tells of another machine.
std::optional<bool> named_writer_lives(std::string_view name);

}  // namespace hence
