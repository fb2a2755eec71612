// `hence witness` and `hence anchor`: others say when they saw a checkpoint.
//
// A witness (c2sp.org/tlog-witness) cosigns a checkpoint that extends the last one it saw, so that
// even the owner of the key cannot show two histories. A time stamping authority (RFC 3161) signs
// the time at which a checkpoint existed. Both answers are kept with the checkpoints of the store.
#include <algorithm>
#include <charconv>
#include <fstream>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/try.h"
#include "cli/commands/commands.h"
#include "model/json/json.h"
#include "model/json/writer.h"
#include "server/wire/http.h"
#include "store/integrity/leaf.h"
#include "store/integrity/note.h"
#include "store/integrity/signing_keys.h"

namespace hence {
namespace {

struct WitnessLine {
    std::string url;
    NoteKey key;
};

std::filesystem::path witness_file() {
    return signing_directory() / "witnesses";
}

Result<std::vector<WitnessLine>> known_witnesses() {
    std::vector<WitnessLine> known;
    std::ifstream in(witness_file());
    std::string url;
    std::string key;
    while (in >> url >> key) {
        NoteKey read = TRY(read_note_key(key));
        known.push_back({url, std::move(read)});
    }
    return known;
}

Result<void> remember_witness(const WitnessLine& witness) {
    std::error_code failed;
    std::filesystem::create_directories(signing_directory(), failed);
    std::ofstream out(witness_file(), std::ios::app);
    out << witness.url << ' ' << witness.key.text() << '\n';
    out.flush();
    if (!out) {
        return Error{Code::io, fmt::format("cannot write {}", witness_file().string())};
    }
    return {};
}

// POSTs to a URL: its path is kept, and `more` is added to it.
Result<std::string> post(const std::string& url, std::string_view more, Request request) {
    constexpr std::string_view scheme = "http://";
    if (!url.starts_with(scheme)) {
        return Error{Code::invalid, fmt::format("{} is no address", url), "write http://host/path"};
    }
    const std::size_t slash = url.find('/', scheme.size());
    std::string path = slash == std::string::npos ? "" : url.substr(slash);
    while (path.ends_with('/')) {
        path.pop_back();
    }
    path += more;
    TRY(parse_target(path.empty() ? "/" : path, request));
    const std::unique_ptr<Door> door = TRY(open_remote_door(url.substr(0, slash)));
    request.method = "POST";
    return Context::fetch(*door, std::move(request));
}

struct Newest {
    std::string note;
    CheckpointText checkpoint;
};

Result<Newest> newest_checkpoint(Door& door) {
    Request request;
    request.path = {"tlog", "checkpoint"};
    Newest newest;
    newest.note = TRY(Context::fetch(door, std::move(request)));
    const Note note = TRY(read_note(newest.note));
    newest.checkpoint = TRY(read_checkpoint_text(note.text));
    return newest;
}

Result<void> keep_answer(Door& door, std::string_view type, const CheckpointText& checkpoint,
                         std::string_view data) {
    Request request;
    request.method = "POST";
    request.path = {"api", "v1", "integrity", "countersigned"};
    request.headers["content-type"] = "application/json";
    JsonWriter json(request.body);
    json.begin_object().member("type", type).member("size", checkpoint.head.size);
    json.member("root", hash_text(checkpoint.head.root)).member("at_ms", received_ms(now()));
    json.member("data", base64(data)).end_object();
    TRY(Context::fetch(door, std::move(request)));
    return {};
}

Result<std::string> consistency_lines(Door& door, std::uint64_t from, std::uint64_t to) {
    Request request = get({"integrity", "consistency"});
    with(request, "from", std::to_string(from));
    with(request, "to", std::to_string(to));
    const std::string body = TRY(Context::fetch(door, std::move(request)));
    std::string lines;
    Json(body)["path"].each_element([&lines](Json hash) {
        lines += hash.string().value_or("") + "\n";
        return true;
    });
    return lines;
}

std::optional<std::uint64_t> size_in(std::string_view text) {
    std::uint64_t size = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), size);
    const bool whole = read.ec == std::errc{} && read.ptr == text.data() + text.size();
    return whole ? std::optional(size) : std::nullopt;
}

Result<std::string> ask_witness(const WitnessLine& witness, std::uint64_t old,
                                const std::string& path, const std::string& note) {
    Request request;
    request.headers["content-type"] = "text/plain; charset=utf-8";
    request.body = fmt::format("old {}\n{}\n{}", old, path, note);
    return post(witness.url, "/add-checkpoint", std::move(request));
}

// A witness that has seen an older checkpoint says of which size; then it gets the proof from
// there.
Result<std::string> cosign(Door& door, const WitnessLine& witness, const Newest& newest) {
    Result<std::string> lines = ask_witness(witness, 0, "", newest.note);
    if (!lines) {
        const std::optional<std::uint64_t> seen = size_in(lines.error().message);
        if (!seen) {
            return Error{lines.error().code, fmt::format("the witness {} refused: {}", witness.url,
                                                         lines.error().message)};
        }
        if (*seen > newest.checkpoint.head.size) {
            return Error{Code::corrupt,
                         fmt::format("the witness {} saw {} events, and the log has {}",
                                     witness.url, *seen, newest.checkpoint.head.size)};
        }
        const std::string path = TRY(consistency_lines(door, *seen, newest.checkpoint.head.size));
        lines = ask_witness(witness, *seen, path, newest.note);
        if (!lines) {
            return Error{Code::corrupt, fmt::format("the witness {} refused: {}", witness.url,
                                                    lines.error().message)};
        }
    }
    Note note = TRY(read_note(newest.note));
    std::vector<NoteSignature> added = TRY(read_signatures(*lines));
    std::string kept;
    for (NoteSignature& signature : added) {
        note.signatures = {signature};
        if (check_signature(note, witness.key) == Signed::good) {
            kept += signature_line(signature);
        }
    }
    if (kept.empty()) {
        return Error{
            Code::corrupt,
            fmt::format("the answer of {} is not signed by the witness's key", witness.url)};
    }
    return kept;
}

Result<int> send_to(Context& context, const std::vector<WitnessLine>& witnesses) {
    const std::unique_ptr<Door> door = TRY(context.open_door(Purpose::read, "witness"));
    const Newest newest = TRY(newest_checkpoint(*door));
    for (const WitnessLine& witness : witnesses) {
        const std::string lines = TRY(cosign(*door, witness, newest));
        TRY(keep_answer(*door, "cosignature", newest.checkpoint, lines));
        TRY(context.out().write(fmt::format("{} cosigned the checkpoint of {} events\n",
                                            witness.key.name, newest.checkpoint.head.size)));
    }
    TRY(context.out().finish());
    return 0;
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
    const Newest newest = TRY(newest_checkpoint(*door));
    // What is stamped is the text and the log's own signature; cosignatures come and go.
    Note note = TRY(read_note(newest.note));
    note.signatures.resize(1);
    const Hash hash = sha256(note_text(note));
    Request request;
    request.headers["content-type"] = "application/timestamp-query";
    request.body = timestamp_query(hash);
    const std::string answer = TRY(post(authority, "", std::move(request)));
    if (answer.find(as_bytes(hash)) == std::string::npos) {
        return Error{Code::corrupt,
                     fmt::format("{} stamped something else, or nothing", authority)};
    }
    TRY(keep_answer(*door, "timestamp", newest.checkpoint, answer));
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
            const WitnessLine added{*url, std::move(key)};
            const int status = TRY(send_to(context, {added}));
            TRY(remember_witness(added));
            return status;
        };
    });
    Parser send = witness.add_subcommand("send", "Send the newest checkpoint to every witness");
    send.footer("Example: hence witness send");
    send.callback([&command] {
        command = [](Context& context) -> Result<int> {
            const std::vector<WitnessLine> known = TRY(known_witnesses());
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
    anchoring.callback([&command, authority] {
        command = [authority](Context& context) { return anchor(context, *authority); };
    });
}

}  // namespace hence
