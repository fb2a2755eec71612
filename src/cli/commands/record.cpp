// `hence record [FILE...]`: takes events in, and says what became of each line.
#include "record/record.h"

#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/process.h"
#include "base/try.h"
#include "cli/commands/commands.h"
#include "cli/console/record_host.h"
#include "formats/mapping/toml.h"
#include "model/json/json.h"
#include "record/block_reader.h"
#include "server/door/door_receiver.h"
#include "store/integrity/encryption.h"

namespace hence {
namespace {

constexpr std::string_view ledger_name = "recorded";

// Before anything is read, so that a store that cannot be opened says so at once.
Result<void> knock(Door& door) {
    Request request;
    request.path = {"healthz"};
    const Reply reply =
        TRY(door.send(request, [](std::string_view) -> Result<void> { return {}; }));
    if (reply.refused) {
        return *reply.refused;
    }
    return {};
}

// $XDG_STATE_HOME/hence, ~/.local/state/hence; empty when the environment names no home.
std::filesystem::path state_directory() {
    const std::string state = environment("XDG_STATE_HOME");
    if (state.starts_with('/')) {
        return std::filesystem::path(state) / "hence";
    }
    const std::string home = environment("HOME");
    return home.empty() ? std::filesystem::path()
                        : std::filesystem::path(home) / ".local/state/hence";
}

// Where the ledger of a store is kept: with it, or for a server, where programs keep such things.
void choose_ledger(const std::string& store, RecordOptions& options) {
    if (store == "memory:") {
        return;
    }
    if (store.find("://") == std::string::npos) {
        options.except = store;
        // The ledger names files and events in plain text. An encrypted store goes without.
        if (!is_encrypted_store(options.except)) {
            options.ledger = options.except / ledger_name;
        }
        return;
    }
    const std::filesystem::path directory = state_directory();
    std::error_code failed;
    std::filesystem::create_directories(directory, failed);
    if (!directory.empty() && !failed) {
        options.ledger = directory / fmt::format("{}-{}", ledger_name, sha256_hex(store));
    }
}

// A rule is meant for whatever is recorded, whichever format it has.
Result<void> choose_redaction(bool redact, bool no_redact, RecordOptions& options) {
    const bool rules = !options.redact_rules.empty();
    if (no_redact && (redact || rules)) {
        return Error{Code::invalid, "--no-redact excludes --redact and --redact-rule"};
    }
    if (redact || rules) {
        options.redact = true;
    }
    if (no_redact) {
        options.redact = false;
    }
    TRY(redactor_with(options.redact_rules));
    return {};
}

Result<void> read_mapping(const std::string& file, RecordOptions& options) {
    if (file.empty()) {
        return {};
    }
    if (!options.format.empty()) {
        return Error{Code::invalid, "--map and --format exclude each other",
                     "a mapping says all of how the records are read"};
    }
    const std::string text = TRY(read_whole(file));
    const Result<std::string> json =
        file.ends_with(".toml") ? json_of_toml(text) : Result<std::string>(text);
    Result<Mapping> mapping = json ? parse_mapping(*json) : Result<Mapping>(json.error());
    if (!mapping) {
        Error error = mapping.error();
        error.message = file + ": " + error.message;
        return error;
    }
    options.mapping = std::make_shared<const Mapping>(std::move(mapping).take());
    options.mapping_mark = sha256_hex(text);
    return {};
}

// How far the newest checkpoint goes, once it covers what was recorded.
Result<std::uint64_t> covered_by(Door& door) {
    const std::string answer = TRY(Context::fetch(door, get({"integrity"})));
    return static_cast<std::uint64_t>(Json(answer)["verified_up_to"].number().value_or(0));
}

Result<int> record(Context& context, RecordOptions options, bool checkpoint) {
    const std::unique_ptr<Door> door = TRY(context.open_door(Purpose::write, "record"));
    TRY(knock(*door));
    const std::string store = TRY(context.store_named());
    choose_ledger(store, options);
    Account account;
    ConsoleRecordHost host;
    host.await_interrupt();
    DoorReceiver receiver(
        *door, [](std::string_view warning) { note("warning: " + std::string(warning)); });
    const Result<void> recorded = record_files(receiver, host, options, account);
    if (!recorded) {
        complain(recorded.error());
    }
    if (recorded && checkpoint) {
        account.checkpoint = TRY(covered_by(*door));
    }
    // What was recorded is recorded, whatever came after: so the receipt is printed all the same.
    std::string receipt;
    if (context.globals().json) {
        account.append_json(receipt);
    } else {
        receipt = account.to_text();
    }
    if (recorded || account.accepted + account.duplicates + account.quarantined > 0) {
        TRY(context.out().write(receipt));
        TRY(context.out().finish());
    }
    if (!recorded) {
        return exit_status_of(recorded.error().code);
    }
    if (host.interrupted() && !options.follow) {
        note("interrupted: the rest was not read; the same command goes on from here");
        return 1;
    }
    const bool nothing = account.accepted + account.duplicates + account.pending == 0;
    const bool misses = account.unknown_named > 0 || (nothing && account.unknown_files > 0);
    return account.quarantined > 0 || misses ? 1 : 0;
}

}  // namespace

void add_record_command(Parser& app, Command& command) {
    auto options = std::make_shared<RecordOptions>();
    auto no_sync = std::make_shared<bool>(false);
    auto redact = std::make_shared<bool>(false);
    auto no_redact = std::make_shared<bool>(false);
    auto checkpoint = std::make_shared<bool>(false);
    auto map = std::make_shared<std::string>();
    Parser record_app =
        app.add_subcommand("record", "Record events from files, directories or standard input");
    record_app.add_option("FILE", options->files,
                          "Files or directories to read; - or none is standard input");
    record_app.add_option("--format", options->format,
                          "The format, instead of detecting it; hence formats lists them");
    record_app.add_option("--map", *map,
                          "A mapping file (JSON, or TOML with the ending .toml), which says what "
                          "the keys of the records mean");
    record_app.add_option("--session", options->session, "The session of events that name none");
    record_app.add_flag("--verbose", options->verbose,
                        "Name every file that is skipped, and say why each format said no");
    record_app.add_flag("--follow", options->follow,
                        "Go on as files grow and appear, until interrupted");
    record_app.add_flag("--redact", *redact,
                        "Take secrets out of native events, too, before they are stored");
    record_app.add_flag("--no-redact", *no_redact, "Store the secrets that are in the records");
    record_app.add_option("--redact-rule", options->redact_rules,
                          "A regular expression: what matches is a secret; may be repeated");
    record_app.add_flag("--no-sync", *no_sync,
                        "Do not wait for the disk: a power cut may lose what was acknowledged");
    record_app.add_flag("--checkpoint", *checkpoint,
                        "Wait for a checkpoint that covers the events, and say how far it goes");
    record_app.footer("Example: hence record ~/.claude/projects");
    record_app.callback([&command, options, no_sync, redact, no_redact, checkpoint, map] {
        options->sync = !*no_sync;
        if (options->files.empty()) {
            options->files = {"-"};
        }
        command = [options, redact, no_redact, checkpoint, map](Context& context) -> Result<int> {
            TRY(choose_redaction(*redact, *no_redact, *options));
            TRY(read_mapping(*map, *options));
            return record(context, *options, *checkpoint);
        };
    });
}

}  // namespace hence
