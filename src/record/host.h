// What recording asks of the program around it: where to report, and when to stop.
//
// The same code records for a command on a terminal, for a server, and for a program that embeds
// Hence. So it writes to no stream, handles no signal and sleeps only by `pause`.
#pragma once

#include <cstdint>
#include <string_view>

namespace hence {

class RecordHost {
public:
    virtual ~RecordHost() = default;

    // One line for the user who started the recording: a refused line, a warning.
    virtual void note(std::string_view line) = 0;

    // Recording begins, of so many bytes; 0 when the number is not known.
    virtual void begin(std::uint64_t bytes_total) = 0;
    // `bytes` more bytes are done, and `events` events in all.
    virtual void progress(std::uint64_t bytes, std::uint64_t events) = 0;
    virtual void end() = 0;

    // A recording that has no end of its own is about to begin: interrupted() is asked from now on.
    virtual void await_interrupt() = 0;
    virtual bool interrupted() const = 0;
    // Waits that long, or until interrupted.
    virtual void pause(int milliseconds) = 0;
};

}  // namespace hence
