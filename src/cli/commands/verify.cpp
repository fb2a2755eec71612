// `hence key`, `hence prove`, `hence integrity` and `hence verify`: proof that the log is what it
// was.
#include "store/verify/verify.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "model/json/writer.h"
#include "record/block_reader.h"
#include "server/door/owner_lock.h"
#include "store/engine.h"
#include "store/integrity/encryption.h"
#include "store/integrity/signing_keys.h"
#include "store/integrity/witnesses.h"
#include "store/verify_engine.h"

namespace hence {
namespace {

namespace fs = std::filesystem;

struct KeyArguments {
    std::string name;
    bool replace = false;
};

// The directory that --store names; empty when it was not given, or names no directory.
fs::path named_store(const Context& context) {
    const std::string& store = context.globals().store;
    const bool elsewhere = store.find("://") != std::string::npos || store == "memory:";
    return elsewhere ? fs::path() : fs::path(store);
}

Result<int> print_key(Context& context, const NoteKey& key, const fs::path& keys) {
    std::string line;
    if (context.globals().json) {
        JsonWriter json(line);
        json.begin_object().member("key", key.text()).member("origin", key.name);
        json.member("directory", keys.string()).end_object().end_line();
    } else {
        line = key.text() + "\n";
    }
    TRY(context.out().write(line));
    TRY(context.out().finish());
    return 0;
}

Result<int> make_key(Context& context, const KeyArguments& arguments) {
    const fs::path keys = signing_directory();
    const NoteSigner signer =
        TRY(make_signing_key(keys, {named_store(context), arguments.name, arguments.replace}));
    const NoteKey key = TRY(signer.public_key());
    return print_key(context, key, keys);
}

Result<int> show_key(Context& context) {
    const fs::path keys = signing_directory();
    fs::path store = named_store(context);
    if (store.empty()) {
        const Result<std::string> usual = context.store_named();
        store = usual ? fs::path(*usual) : fs::path();
    }
    const std::vector<NoteKey> known = TRY(known_keys(keys, store));
    if (known.empty()) {
        return Error{Code::not_found, "there is no key", "`hence key new` makes one"};
    }
    return print_key(context, known.front(), keys);
}

// Nobody else may have the store: an owner would go on with the key that it knows.
Result<int> replace_master(Context& context, const MasterKeyChoice& choice) {
    const std::string store = TRY(context.store_named());
    if (!is_encrypted_store(store)) {
        return Error{Code::invalid, fmt::format("{} is no encrypted store on this machine", store)};
    }
    const std::optional<DirectoryLock> lock =
        TRY(DirectoryLock::take(store, "hence key replace-master"));
    if (!lock) {
        return Error{Code::busy, fmt::format("another process has the store {}", store),
                     "stop it first"};
    }
    const std::string place = TRY(replace_master_key(store, signing_directory(), choice));
    std::string text = fmt::format(
        "The master key of {} is another one now: {}\n"
        "Keep a copy of it elsewhere, and back up keys/ again: the old key opens old copies.\n",
        store, place);
    if (context.globals().json) {
        text.clear();
        JsonWriter json(text);
        json.begin_object().member("store", store).member("key", place).end_object().end_line();
    }
    TRY(context.out().write(text));
    TRY(context.out().finish());
    return 0;
}

struct VerifyArguments {
    std::string path;
    std::string checkpoint;
    std::vector<std::string> keys;
    std::vector<std::string> witnesses;
    std::string authorities;
};

Result<VerifyRequest> request_of(Context& context, const VerifyArguments& arguments) {
    VerifyRequest request;
    request.path = arguments.path;
    if (arguments.path.empty()) {
        request.path = TRY(context.store_named());
    }
    if (!arguments.checkpoint.empty()) {
        request.checkpoint = TRY(read_whole(arguments.checkpoint));
    }
    for (const std::string& text : arguments.keys) {
        NoteKey key = TRY(read_note_key(text));
        request.keys.push_back(std::move(key));
    }
    request.user_keys = signing_directory();
    const std::vector<Witness> witnesses = TRY(known_witnesses(request.user_keys));
    for (const Witness& witness : witnesses) {
        request.witnesses.push_back(witness.key);
    }
    for (const std::string& text : arguments.witnesses) {
        NoteKey key = TRY(read_note_key(text));
        request.witnesses.push_back(std::move(key));
    }
    request.authorities = arguments.authorities;
    request.keys_are_given = !request.keys.empty();
    if (request.keys.empty()) {
        request.keys = TRY(known_keys(signing_directory(), request.path));
    }
    return request;
}

Result<int> run_verify(Context& context, const VerifyArguments& arguments) {
    VerifyRequest request = TRY(request_of(context, arguments));
    std::optional<DirectoryLock> lock;
    std::error_code ignored;
    if (fs::is_directory(request.path / "log", ignored)) {
        Result<std::optional<DirectoryLock>> taken =
            DirectoryLock::take(request.path, "hence verify");
        // A copy that this user cannot write is nobody's: it is read all the same.
        request.in_use = taken && !*taken;
        if (taken && *taken) {
            lock = std::move(*taken);
        }
    }
    const std::string place = request.path.string();
    const VerifyReport report =
        TRY(is_engine_address(place) ? verify_engine(place, request) : verify(request));
    TRY(context.globals().json ? write_json(report, context.out().sink())
                               : write_text(report, context.out().sink()));
    TRY(context.out().finish());
    return report.is_right() ? 0 : 1;
}

}  // namespace

void add_key_command(Parser& app, Command& command) {
    Parser key = app.add_subcommand("key", "Make or show the key that signs checkpoints");
    key.require_subcommand(1, 1);
    auto arguments = std::make_shared<KeyArguments>();
    Parser make =
        key.add_subcommand("new", "Make a key, outside the store, and print its public half");
    make.add_option("name", arguments->name, "The origin of the log (hence/HOST/ID)");
    make.add_flag("--replace", arguments->replace, "Make another one; the old public key is kept");
    make.footer("Example: hence key new example.com/agents");
    runs(make, command, make_key, arguments);
    Parser show = key.add_subcommand("show", "Print the public key");
    show.footer("Example: hence key show");
    show.callback([&command] { command = [](Context& context) { return show_key(context); }; });
    auto choice = std::make_shared<MasterKeyChoice>();
    auto file = std::make_shared<std::string>();
    Parser replace =
        key.add_subcommand("replace-master", "Make another master key for an encrypted store");
    replace.add_option("--key-file", *file, "Where it is (made when it is not there)");
    replace.add_option("--key-command", choice->command, "A command that prints it");
    replace.footer("Example: hence --store audit key replace-master");
    replace.callback([&command, choice, file] {
        command = [choice, file](Context& context) {
            choice->file = *file;
            return replace_master(context, *choice);
        };
    });
}

void add_prove_command(Parser& app, Command& command) {
    auto event = std::make_shared<std::string>();
    Parser prove = app.add_subcommand("prove", "Print a proof that an event is in the log");
    prove.add_option("event", *event, "The event; its id may be shortened").required();
    prove.footer("Example: hence prove 4f2a > event.proof && hence verify event.proof");
    prove.callback([&command, event] {
        command = [event](Context& context) -> Result<int> {
            return context.ask(get({"events", *event, "proof"}), "prove");
        };
    });
}

void add_integrity_command(Parser& app, Command& command) {
    Parser integrity = app.add_subcommand(
        "integrity", "Show how far checkpoints cover the log, and what was erased");
    integrity.footer("Example: hence integrity");
    integrity.callback([&command] {
        command = [](Context& context) { return context.ask(get({"integrity"}), "integrity"); };
    });
}

void add_verify_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<VerifyArguments>();
    Parser verify = app.add_subcommand(
        "verify", "Check a store, an exported proof or the file of a proof, without a server");
    verify.add_option("path", arguments->path, "What to check (the store)");
    verify.add_option("--checkpoint", arguments->checkpoint,
                      "A file with an older checkpoint that the log must begin with");
    verify.add_option("--key", arguments->keys, "The public key that must have signed");
    verify.add_option("--witness", arguments->witnesses,
                      "The public key of a witness (those of `hence witness add`)");
    verify.add_option("--tsa-ca", arguments->authorities,
                      "A file of certificates (PEM) that time stamps must lead to");
    verify.footer("Example: hence verify --checkpoint last-month.txt");
    runs(verify, command, run_verify, arguments);
}

}  // namespace hence
