// Recording on behalf of somebody at a terminal: notes and a progress bar on standard error, and an
// end when they press Ctrl-C. The code that records knows only the interface RecordHost, so it
// records the same way inside a server or a host program.
#pragma once

#include <optional>

#include "cli/console/progress.h"
#include "record/host.h"

namespace hence {

class ConsoleRecordHost final : public RecordHost {
public:
    void note(std::string_view line) override;
    void begin(std::uint64_t bytes_total) override { progress_.emplace(bytes_total); }
    void progress(std::uint64_t bytes, std::uint64_t events) override;
    void end() override;
    void await_interrupt() override;
    bool interrupted() const override;
    void pause(int milliseconds) override;

private:
    std::optional<Progress> progress_;
};

}  // namespace hence
