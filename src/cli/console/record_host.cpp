#include "cli/console/record_host.h"

#include "cli/console/context.h"
#include "cli/console/interrupt.h"

namespace hence {

void ConsoleRecordHost::note(std::string_view line) {
    hence::note(line);
}

void ConsoleRecordHost::progress(std::uint64_t bytes, std::uint64_t events) {
    if (progress_) {
        progress_->add(bytes, events);
    }
}

void ConsoleRecordHost::end() {
    if (progress_) {
        progress_->finish();
    }
}

void ConsoleRecordHost::await_interrupt() {
    remember_interrupts();
}

bool ConsoleRecordHost::interrupted() const {
    return hence::interrupted();
}

void ConsoleRecordHost::pause(int milliseconds) {
    pause_for(milliseconds);
}

}  // namespace hence
