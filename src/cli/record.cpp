#include "cli/record.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "cli/context.h"
#include "cli/follow.h"
#include "cli/ledger.h"
#include "cli/progress.h"
#include "cli/record_courier.h"
#include "cli/record_file.h"
#include "cli/walk.h"
#include "formats/formats.h"

namespace hence {
namespace {

// What is read otherwise, or by another program, may give other events.
std::string terms_of(const RecordOptions& options) {
    return fmt::format("{} {} {}", program_mark(), options.format, options.session);
}

void tell_left_out(const FileRecorder& files) {
    if (files.unknown() > 0) {
        note(fmt::format("{} file{} of no known format skipped", files.unknown(),
                         files.unknown() == 1 ? "" : "s"));
    }
}

// The first file that could not be read, when all others have been.
Result<void> first_unreadable(const std::vector<Error>& errors) {
    if (errors.empty()) {
        return {};
    }
    Error error = errors.front();
    if (errors.size() > 1) {
        error.hint = fmt::format("nor {} more", errors.size() - 1);
    }
    return error;
}

// A ledger that cannot be kept costs time, next time, and nothing else.
void keep(const Result<void>& saved) {
    if (!saved) {
        note("warning: " + saved.error().message);
    }
}

Result<void> record_found(const Found& found, FileRecorder& recorder, Ledger& ledger) {
    for (const FoundFile& file : found.files) {
        TRY(recorder.record(file));
        keep(ledger.save_now_and_then());
    }
    return {};
}

std::uint64_t bytes_in(const Found& found) {
    std::uint64_t total = 0;
    for (const FoundFile& file : found.files) {
        if (!file.regular) {
            return 0;
        }
        total += file.bytes;
    }
    return total;
}

}  // namespace

Result<void> record_files(Door& door, const RecordOptions& options, Account& account) {
    TRY(choose_format(options.format, {}));
    FileWalk walk(options.except.string());
    for (const std::string& file : options.files) {
        TRY(walk.add(file));
    }
    const Found& found = walk.found();
    // What ends by itself is not followed.
    const bool follows = options.follow && std::ranges::all_of(found.files, &FoundFile::regular);
    Courier courier(door, account,
                    {.session = options.session, .sync = options.sync, .persists = follows});
    Ledger ledger(options.ledger, terms_of(options));
    Progress progress(follows ? 0 : bytes_in(found));
    FileRecorder recorder(courier, ledger, {.format = options.format, .session = options.session},
                          [&](std::uint64_t bytes) { progress.add(bytes, courier.events()); });
    for (const Error& error : found.unreadable) {
        recorder.add_unreadable(error);
    }
    const Result<void> done = follows ? follow_files(options, courier, ledger, recorder)
                                      : record_found(found, recorder, ledger);
    progress.finish();
    courier.tell_rest();
    tell_left_out(recorder);
    keep(ledger.save());
    TRY(done);
    return first_unreadable(recorder.unreadable());
}

}  // namespace hence
