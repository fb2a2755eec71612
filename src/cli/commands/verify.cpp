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
#include "store/integrity/signing_keys.h"

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

struct VerifyArguments {
    std::string path;
    std::string checkpoint;
    std::vector<std::string> keys;
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
    const VerifyReport report = TRY(verify(request));
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
    make.callback([&command, arguments] {
        command = [arguments](Context& context) { return make_key(context, *arguments); };
    });
    Parser show = key.add_subcommand("show", "Print the public key");
    show.footer("Example: hence key show");
    show.callback([&command] { command = [](Context& context) { return show_key(context); }; });
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
    verify.footer("Example: hence verify --checkpoint last-month.txt");
    verify.callback([&command, arguments] {
        command = [arguments](Context& context) { return run_verify(context, *arguments); };
    });
}

}  // namespace hence
