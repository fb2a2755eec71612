#include "record/record.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/try.h"
#include "formats/formats.h"
#include "record/courier.h"
#include "record/file.h"
#include "record/follow.h"
#include "record/ledger.h"
#include "record/walk.h"

namespace hence {
namespace {

// What was recorded without its secrets is read again when they are wanted, and the other way.
std::string redaction_terms(const RecordOptions& options) {
    std::string terms = !options.redact ? "" : *options.redact ? " redact" : " no-redact";
    for (const std::string& rule : options.redact_rules) {
        terms += " rule " + sha256_hex(rule);
    }
    return terms;
}

// The ledger's terms: another program or other options may read other events from the same file.
std::string terms_of(const RecordOptions& options) {
    return fmt::format("{} {}{} {}{}", program_mark(), options.format, options.mapping_mark,
                       options.session, redaction_terms(options));
}

void tell_left_out(const FileRecorder& files, RecordHost& host) {
    for (const std::string& line : files.left_out().lines()) {
        host.note(line);
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

// A ledger that cannot be written is only a warning: the next recording will read the files again.
void keep(const Result<void>& saved, RecordHost& host) {
    if (!saved) {
        host.note("warning: " + saved.error().message);
    }
}

Result<void> record_found(const Found& found, FileRecorder& recorder, Ledger& ledger,
                          RecordHost& host) {
    for (const FoundFile& file : found.files) {
        TRY(recorder.record(file));
        keep(ledger.save_now_and_then(), host);
        if (host.interrupted()) {
            break;
        }
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

Result<void> record_files(Receiver& receiver, RecordHost& host, const RecordOptions& options,
                          Account& account) {
    TRY(choose_format(options.format, {}));
    Redactor redactor = TRY(redactor_with(options.redact_rules));
    FileWalk walk(options.except.string());
    for (const std::string& file : options.files) {
        TRY(walk.add(file));
    }
    const Found& found = walk.found();
    // A pipe ends by itself and is not followed.
    const bool follows = options.follow && std::ranges::all_of(found.files, &FoundFile::regular);
    Courier courier(receiver, host, account,
                    {.terms = {.session = options.session,
                               .sync = options.sync,
                               .redact = options.redact,
                               .redact_rules = options.redact_rules},
                     .persists = follows,
                     .listed_by = options.listed_by});
    Ledger ledger(options.ledger, terms_of(options));
    host.begin(follows ? 0 : bytes_in(found));
    FileRecorder recorder(courier, ledger,
                          {.format = options.format,
                           .mapping = options.mapping,
                           .session = options.session,
                           .redactor = options.redact.value_or(true)
                                           ? std::make_shared<const Redactor>(std::move(redactor))
                                           : nullptr,
                           .verbose = options.verbose},
                          [&](std::uint64_t bytes) { host.progress(bytes, courier.events()); });
    for (const Error& error : found.unreadable) {
        recorder.add_unreadable(error);
    }
    const Result<void> done = follows ? follow_files(options, courier, ledger, recorder, host)
                                      : record_found(found, recorder, ledger, host);
    host.end();
    courier.tell_rest();
    tell_left_out(recorder, host);
    keep(ledger.save(), host);
    TRY(done);
    return first_unreadable(recorder.unreadable());
}

}  // namespace hence
