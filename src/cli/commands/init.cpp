// `hence init`: makes an empty store before the first recording does, encrypted if asked.
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "model/json/writer.h"
#include "store/integrity/encryption.h"
#include "store/integrity/signing_keys.h"

namespace hence {
namespace {

namespace fs = std::filesystem;

struct InitArguments {
    bool encrypt = false;
    std::string key_file;
    std::string key_command;
};

Result<fs::path> directory_to_make(Context& context) {
    const std::string store = TRY(context.store_named());
    if (store.find("://") != std::string::npos || store == "memory:" ||
        !context.globals().file.empty()) {
        return Error{Code::invalid, fmt::format("{} is no directory on this machine", store),
                     "name the directory of the new store with --store"};
    }
    return fs::path(store);
}

Result<int> run_init(Context& context, const InitArguments& arguments) {
    if (!arguments.encrypt && !(arguments.key_file.empty() && arguments.key_command.empty())) {
        return Error{Code::invalid, "only an encrypted store has a master key", "add --encrypt"};
    }
    const fs::path store = TRY(directory_to_make(context));
    std::string key;
    std::error_code ignored;
    if (arguments.encrypt) {
        key = TRY(prepare_encrypted_store(store, signing_directory(),
                                          {arguments.key_file, arguments.key_command}));
    } else if (fs::exists(store / "head", ignored)) {
        return Error{Code::conflict, fmt::format("there is a store already at {}", store.string())};
    }
    TRY(context.open_door(Purpose::write, "init"));
    std::string text;
    if (context.globals().json) {
        JsonWriter json(text);
        json.begin_object().member("store", store.string()).member("encrypted", arguments.encrypt);
        if (arguments.encrypt) {
            json.member("key", key);
        }
        json.end_object().end_line();
    } else if (arguments.encrypt) {
        text = fmt::format(
            "Made the encrypted store {}.\nIts master key: {}\n"
            "Keep a copy of the key elsewhere: without it, nobody can read the store.\n",
            store.string(), key);
    } else {
        text = fmt::format("Made the store {}.\n", store.string());
    }
    TRY(context.out().write(text));
    TRY(context.out().finish());
    return 0;
}

}  // namespace

void add_init_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<InitArguments>();
    Parser init = app.add_subcommand("init", "Make an empty store, encrypted if you like");
    init.add_flag("--encrypt", arguments->encrypt,
                  "Seal what is recorded, with a key for each session");
    init.add_option("--key-file", arguments->key_file,
                    "Where the master key is (made when it is not there)");
    init.add_option("--key-command", arguments->key_command,
                    "A command that prints the master key, for a key service");
    init.footer("Example: hence --store audit init --encrypt");
    runs(init, command, run_init, arguments);
}

}  // namespace hence
