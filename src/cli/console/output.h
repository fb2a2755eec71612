// Standard output as answers use it: buffered, safe on a terminal, and honest about failing.
//
// On a terminal every byte goes through TerminalFilter, since recorded text may hold escape
// sequences; in a pipe bytes pass unchanged. A write error stays: everything after it fails as
// well, and the exit status says so. A reader that has gone (`| head`) is no error.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/console/local_times.h"
#include "cli/console/terminal.h"
#include "hence/result.h"
#include "hence/sink.h"

namespace hence {

class Output {
public:
    struct Style {
        bool terminal = false;
        bool colour = false;
        Spelling spelling = Spelling::text;
        std::size_t columns = 0;  // Of a terminal; 0: it is none, or nobody knows.
        bool local = false;       // Marked times are shown in the user's time zone.
    };

    Output(int descriptor, const Style& style)
        : descriptor_(descriptor), style_(style), filter_(style.spelling) {}

    // Fails with io, and for good, when it cannot be written.
    Result<void> write(std::string_view piece);
    Result<void> flush();
    // At the end of an answer: nothing stays behind.
    Result<void> finish();

    Sink sink() {
        return [this](std::string_view piece) { return write(piece); };
    }

    const Style& style() const { return style_; }
    // Whether the reader has gone: no reason for a complaint.
    bool reader_gone() const { return reader_gone_; }
    // Why writing failed, if it did: then an answer that broke off is not the store's fault.
    const std::optional<Error>& failure() const { return failure_; }

private:
    Result<void> write_all(std::string_view bytes);
    void take(std::string_view piece);

    int descriptor_;
    Style style_;
    TerminalFilter filter_;
    LocalTimes times_;
    std::string buffer_;
    bool first_line_ = true;
    bool reader_gone_ = false;
    std::optional<Error> failure_;
};

// How to write to that descriptor: plain unless it is a terminal, and without colour where NO_COLOR
// is set, the terminal is dumb, or the answer is JSON.
Output::Style style_for(int descriptor, bool json);

// Puts /dev/null in place of a standard stream that is closed, as in `hence sessions >&-`. Else the
// next file that is opened, such as one of the store, would be written to as the standard output.
// What is written to the closed stream fails as before.
void hold_standard_streams();

}  // namespace hence
