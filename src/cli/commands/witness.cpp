// `hence witness` and `hence anchor`: others say when they saw a checkpoint.
//
// A witness (c2sp.org/tlog-witness) cosigns a checkpoint that extends the last one it saw, so that
// even the owner of the key cannot show two histories. A time stamping authority (RFC 3161) signs
// the time at which a checkpoint existed. Both answers are kept with the checkpoints of the store.
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/try.h"
#include "cli/commands/commands.h"
#include "cli/commands/witnessing.h"
#include "server/wire/http.h"
#include "store/integrity/note.h"
#include "store/integrity/signing_keys.h"

namespace hence {
namespace {

// Every witness is asked, whatever another one answers; the first failure is the command's.
Result<int> send_to(Context& context, const std::vector<Witness>& witnesses) {
    const std::unique_ptr<Door> door = TRY(context.open_door(Purpose::read, "witness"));
    const NewestCheckpoint newest = TRY(newest_checkpoint(*door));
    std::optional<Error> failure;
    for (const Witness& witness : witnesses) {
        const Result<void> done = have_cosigned(*door, witness, newest);
        if (done) {
            TRY(context.out().write(fmt::format("{} cosigned the checkpoint of {} events\n",
                                                witness.key.name, newest.checkpoint.head.size)));
        } else if (!failure) {
            failure = done.error();
        }
    }
    TRY(context.out().finish());
    return failure ? Result<int>(*failure) : 0;
}

// A TimeStampReq (RFC 3161) for a SHA-256, which asks for the authority's certificate.
std::string timestamp_query(const Hash& hash) {
    constexpr std::string_view head{
        "\x30\x39\x02\x01\x01\x30\x31\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01\x05\x00"
        "\x04\x20",
        24};
    constexpr std::string_view ask_certificate{"\x01\x01\xff", 3};
    return std::string(head) + std::string(as_bytes(hash)) + std::string(ask_certificate);
}

Result<int> anchor(Context& context, const std::string& authority) {
    const std::unique_ptr<Door> door = TRY(context.open_door(Purpose::read, "anchor"));
    const NewestCheckpoint newest = TRY(newest_checkpoint(*door));
    // What is stamped is the text and the log's own signature; cosignatures come and go.
    Note note = TRY(read_note(newest.note));
    note.signatures.resize(1);
    const Hash hash = sha256(note_text(note));
    Request request;
    request.headers["content-type"] = "application/timestamp-query";
    request.body = timestamp_query(hash);
    const std::string answer = TRY(post_to(authority, "", std::move(request)));
    if (answer.find(as_bytes(hash)) == std::string::npos) {
        return Error{Code::corrupt,
                     fmt::format("{} stamped something else, or nothing", authority)};
    }
    TRY(keep_countersigned(*door, "timestamp", newest.checkpoint, answer));
    TRY(context.out().write(fmt::format("{} stamped the checkpoint of {} events\n", authority,
                                        newest.checkpoint.head.size)));
    TRY(context.out().finish());
    return 0;
}

}  // namespace

void add_witness_command(Parser& app, Command& command) {
    Parser witness = app.add_subcommand("witness", "Let others cosign checkpoints");
    witness.require_subcommand(1, 1);
    auto url = std::make_shared<std::string>();
    auto vkey = std::make_shared<std::string>();
    Parser add = witness.add_subcommand("add", "Add a witness, and send it the newest checkpoint");
    add.add_option("url", *url, "Where it takes checkpoints: http://host/path").required();
    add.add_option("key", *vkey, "Its public key").required();
    add.footer("Example: hence witness add http://witness.example:8080 example+1a2b3c4d+BAa...");
    add.callback([&command, url, vkey] {
        command = [url, vkey](Context& context) -> Result<int> {
            NoteKey key = TRY(read_note_key(*vkey));
            const Witness added{*url, std::move(key)};
            const int status = TRY(send_to(context, {added}));
            TRY(remember_witness(signing_directory(), added));
            return status;
        };
    });
    Parser send = witness.add_subcommand("send", "Send the newest checkpoint to every witness");
    send.footer("Example: hence witness send");
    send.callback([&command] {
        command = [](Context& context) -> Result<int> {
            const std::vector<Witness> known = TRY(known_witnesses(signing_directory()));
            return send_to(context, known);
        };
    });
}

void add_anchor_command(Parser& app, Command& command) {
    auto authority = std::make_shared<std::string>();
    Parser anchoring =
        app.add_subcommand("anchor", "Have the newest checkpoint stamped with the time (RFC 3161)");
    anchoring.add_option("--tsa", *authority, "The time stamping authority: http://host/path")
        .required();
    anchoring.footer("Example: hence anchor --tsa http://tsa.example/tsr");
    runs(anchoring, command, anchor, authority);
}

}  // namespace hence
