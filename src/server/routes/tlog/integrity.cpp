// The tree of proofs: its tiles as c2sp.org/tlog-tiles has them, the proof of an event, and how the
// store stands.
#include "store/integrity/integrity.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/secrets/timestamp.h"
#include "base/try.h"
#include "model/json/json.h"
#include "model/json/writer.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"
#include "store/integrity/note.h"
#include "store/integrity/proof.h"
#include "store/integrity/tile_path.h"
#include "views/find/resolve.h"

namespace hence {
namespace {

constexpr std::size_t checkpoints_shown = 50;
constexpr std::size_t erasures_shown = 100;
constexpr std::string_view immutable = "public, max-age=31536000, immutable";

Result<Integrity*> tree_of(const App& app) {
    Integrity* const integrity = integrity_of(app.store);
    if (integrity == nullptr) {
        return Error{Code::not_found, "this store keeps no tree of proofs",
                     "a store in a directory does"};
    }
    return integrity;
}

Time moment_of(std::int64_t milliseconds) {
    Time time;
    time.seconds = milliseconds / 1'000;
    time.nanos = static_cast<std::uint32_t>(milliseconds % 1'000 * 1'000'000);
    time.digits = 3;
    return time;
}

// The note of a checkpoint, with what witnesses added to it since.
Result<std::string> cosigned_note(Integrity& integrity, const CheckpointRecord& checkpoint) {
    const std::vector<CheckpointRecord> records =
        TRY(integrity.checkpoint_records(checkpoints_shown));
    std::string note = checkpoint.text;
    for (const CheckpointRecord& record : records) {
        if (record.kind == CheckpointKind::cosigned && record.head == checkpoint.head) {
            note += record.text;
        }
    }
    return note;
}

Result<Response> answer_checkpoint(const App& app, const Request&, const std::string&) {
    Integrity* const integrity = TRY(tree_of(app));
    const CheckpointRecord checkpoint = TRY(integrity->cover());
    if (checkpoint.text.empty()) {
        return Error{Code::not_found, "no checkpoint is signed: there is no key",
                     "`hence key new` makes one"};
    }
    std::string note = TRY(cosigned_note(*integrity, checkpoint));
    Response response = text_response(std::move(note));
    response.content_type = "text/plain; charset=utf-8";
    response.headers.emplace_back("Cache-Control", "no-cache");
    return response;
}

Result<std::string> bundle_of(Integrity& integrity, const TilePath& tile) {
    const std::vector<Leaf> leaves =
        TRY(integrity.leaves(tile.first() + 1, tile.first() + tile.width));
    std::string bytes;
    for (const Leaf& leaf : leaves) {
        bytes.push_back('\0');
        bytes.push_back(static_cast<char>(leaf_size));
        bytes += leaf_record(leaf);
    }
    return bytes;
}

Result<std::string> tile_bytes(Integrity& integrity, const TilePath& tile) {
    const std::vector<Hash> hashes =
        TRY(integrity.tree_nodes(*tile.level, tile.first(), tile.width));
    std::string bytes;
    for (const Hash& hash : hashes) {
        bytes += as_bytes(hash);
    }
    return bytes;
}

// A tile is there as far as the newest checkpoint goes.
Result<Response> answer_tile(const App& app, const Request& request, const std::string&) {
    Integrity* const integrity = TRY(tree_of(app));
    std::string path;
    for (std::size_t i = 2; i < request.path.size(); ++i) {
        path += (i > 2 ? "/" : "") + request.path[i];
    }
    const std::optional<TilePath> tile = read_tile_path(path);
    if (!tile) {
        return Error{Code::invalid, fmt::format("{} names no tile", path),
                     "see c2sp.org/tlog-tiles: tile/0/x001/067 or tile/entries/000.p/12"};
    }
    const CheckpointRecord checkpoint = TRY(integrity->cover());
    const unsigned shift = tile->level.value_or(0) * tile_height;
    const std::uint64_t nodes = shift >= 64 ? 0 : checkpoint.head.size >> shift;
    if (tile->first() >= nodes || nodes - tile->first() < tile->width) {
        return Error{Code::not_found, fmt::format("the tree has no tile {} yet", path)};
    }
    Result<std::string> bytes =
        tile->level ? tile_bytes(*integrity, *tile) : bundle_of(*integrity, *tile);
    Response response;
    response.content_type = "application/octet-stream";
    response.body = TRY(std::move(bytes));
    response.headers.emplace_back("Cache-Control", std::string(immutable));
    return response;
}

Result<Response> answer_proof(const App& app, const Request&, const std::string& id) {
    Integrity* const integrity = TRY(tree_of(app));
    const Event event = TRY(resolve_event(app.store, id));
    const EventProof proof = TRY(prove(*integrity, event));
    return json_response(proof_text(proof));
}

// {"event","salt","stored"} of each event, up to the size of a checkpoint.
Result<Response> answer_proven(const App& app, const Request& request, const std::string&) {
    Integrity* const integrity = TRY(tree_of(app));
    const CheckpointRecord checkpoint = TRY(integrity->cover());
    const std::uint64_t size = TRY(number_parameter(request, "size", checkpoint.head.size));
    if (size > checkpoint.head.size) {
        return Error{Code::invalid, fmt::format("the tree has {} events", checkpoint.head.size)};
    }
    Response response;
    response.content_type = "application/x-ndjson";
    response.produce = [&store = app.store, integrity, size](const Sink& sink) -> Result<void> {
        const std::unique_ptr<Cursor> events = TRY(store.read(1, size));
        while (true) {
            const std::optional<Event> event = TRY(events->next());
            if (!event) {
                return {};
            }
            const ProvenEvent proven = TRY(integrity->proven(event->seq()));
            TRY(sink(exported_line(proven, event->to_json())));
        }
    };
    return response;
}

Result<Response> answer_consistency(const App& app, const Request& request, const std::string&) {
    Integrity* const integrity = TRY(tree_of(app));
    const CheckpointRecord checkpoint = TRY(integrity->cover());
    const std::uint64_t from = TRY(number_parameter(request, "from", 0));
    const std::uint64_t to = TRY(number_parameter(request, "to", checkpoint.head.size));
    if (from > to || to > checkpoint.head.size) {
        return Error{Code::invalid, fmt::format("the tree has {} events", checkpoint.head.size)};
    }
    const std::vector<Hash> path = TRY(consistency_path(
        from, to, [integrity](unsigned level, std::uint64_t first, std::uint64_t count) {
            return integrity->tree_nodes(level, first, count);
        }));
    std::string body;
    JsonWriter json(body);
    json.begin_object().member("from", from).member("to", to).key("path").begin_list();
    for (const Hash& hash : path) {
        json.value(hash_text(hash));
    }
    json.end_list().end_object().end_line();
    return json_response(std::move(body));
}

std::string signed_by(const CheckpointRecord& record) {
    const Result<Note> note = read_note(record.text);
    return note ? note->signatures.front().name : std::string();
}

struct IntegrityAnswer {
    CheckpointRecord newest;
    std::vector<CheckpointRecord> records;
    std::vector<Event> erasures;
};

Result<std::vector<Event>> last_erasures(const Store& store) {
    std::vector<Event> erasures;
    const std::unique_ptr<Cursor> events =
        TRY(store.scan({Space::kind, "erasure"}, {.direction = Direction::backward}));
    while (erasures.size() < erasures_shown) {
        std::optional<Event> event = TRY(events->next());
        if (!event) {
            break;
        }
        erasures.push_back(std::move(*event));
    }
    return erasures;
}

std::string kind_name(CheckpointKind kind) {
    switch (kind) {
        case CheckpointKind::checkpoint: return "checkpoint";
        case CheckpointKind::cosigned: return "cosignature";
        case CheckpointKind::timestamp: return "timestamp";
    }
    return {};
}

std::string integrity_json(const IntegrityAnswer& answer) {
    std::string body;
    JsonWriter json(body);
    json.begin_object().member("verified_up_to", answer.newest.head.size);
    json.member("at", moment_of(answer.newest.at_ms));
    json.member("root", hash_text(answer.newest.head.root));
    json.member("key", OrNull{signed_by(answer.newest)});
    json.member("checkpoint", OrNull{answer.newest.text});
    json.key("checkpoints").begin_list();
    for (const CheckpointRecord& record : answer.records) {
        json.begin_object().member("type", kind_name(record.kind));
        json.member("size", record.head.size).member("at", moment_of(record.at_ms));
        json.member("root", hash_text(record.head.root));
        const bool is_note = record.kind == CheckpointKind::checkpoint;
        json.member("key", OrNull{is_note ? signed_by(record) : std::string()});
        json.end_object();
    }
    json.end_list().key("erasures").begin_list();
    for (const Event& event : answer.erasures) {
        const Json fields(event.fields());
        json.begin_object().member("event", event.id()).member("time", event.time());
        json.member("reason", fields["reason"].string()).member("by", fields["by"].string());
        json.raw_or_null("count", fields["count"].raw());
        json.end_object();
    }
    json.end_list().end_object().end_line();
    return body;
}

std::string integrity_text(const IntegrityAnswer& answer) {
    std::string at;
    append_time(at, moment_of(answer.newest.at_ms));
    const std::string by = signed_by(answer.newest);
    std::string text =
        fmt::format("Verified up to event {} at {} by {}\n", answer.newest.head.size, at,
                    by.empty() ? "nobody: there is no key, and `hence key new` makes one" : by);
    text += fmt::format("Root: {}\n", hash_text(answer.newest.head.root));
    text += fmt::format("{} erasure{} recorded\n",
                        answer.erasures.empty() ? "no" : std::to_string(answer.erasures.size()),
                        answer.erasures.size() == 1 ? "" : "s");
    return text;
}

Result<Response> answer_integrity(const App& app, const Request& request, const std::string&) {
    Integrity* const integrity = TRY(tree_of(app));
    IntegrityAnswer answer;
    answer.newest = TRY(integrity->cover());
    answer.records = TRY(integrity->checkpoint_records(checkpoints_shown));
    answer.erasures = TRY(last_erasures(app.store));
    return request.form() == Form::text ? text_response(integrity_text(answer))
                                        : json_response(integrity_json(answer));
}

// What others say is kept for good, and `hence verify` finds fault with it: so it must read.
Result<void> check_kept(const CheckpointRecord& record, const std::string& checkpoint) {
    if (record.kind == CheckpointKind::cosigned) {
        TRY(read_signatures(record.text));
        return {};
    }
    Note note = TRY(read_note(checkpoint));
    note.signatures.resize(1);
    const Result<TimeStamp> stamp = check_timestamp(record.text, sha256(note_text(note)));
    return stamp ? Result<void>()
                 : Error{Code::invalid, "this stamps no checkpoint: " + stamp.error().message};
}

// What a witness or a time stamping authority said of a checkpoint.
Result<Response> answer_keep(const App& app, const Request& request, const std::string&) {
    Integrity* const integrity = TRY(tree_of(app));
    const std::string valid = TRY(minify(request.body, 8));
    const Json body(valid);
    const std::string kind = body["type"].string().value_or("");
    const std::optional<Hash> root = read_hash_text(body["root"].string().value_or(""));
    const std::optional<double> size = body["size"].number();
    const std::optional<double> at = body["at_ms"].number();
    const std::optional<std::string> text = from_padded_base64(body["data"].string().value_or(""));
    if ((kind != "cosignature" && kind != "timestamp") || !root || !size || *size < 0 || !at ||
        !text || text->empty()) {
        return Error{Code::invalid, "this is neither a cosignature nor a timestamp",
                     "send type, size, root, at_ms and data in base64"};
    }
    const CheckpointRecord record{
        kind == "timestamp" ? CheckpointKind::timestamp : CheckpointKind::cosigned,
        static_cast<std::int64_t>(*at),
        {static_cast<std::uint64_t>(*size), *root},
        *text};
    const std::vector<CheckpointRecord> known =
        TRY(integrity->checkpoint_records(std::size_t{100'000}));
    const auto ours = std::ranges::find_if(known, [&](const CheckpointRecord& each) {
        return each.kind == CheckpointKind::checkpoint && each.head == record.head &&
               !each.text.empty();
    });
    if (ours == known.end()) {
        return Error{Code::not_found, "there is no signed checkpoint of this size and root"};
    }
    TRY(check_kept(record, ours->text));
    TRY(integrity->keep(record));
    return json_response("{\"kept\":true}\n");
}

constexpr ParameterText size_takes[] = {
    ParameterText{"size", "i", "Of the tree; the newest checkpoint's, unless given."}};
constexpr ParameterText consistency_takes[] = {
    ParameterText{"from", "i", "The size of the older tree."},
    ParameterText{"to", "i", "The size of the newer tree; the newest checkpoint's, unless given."}};

constexpr SchemaText integrity_schemas[] = {
    {"EventProof", "event:Event salt:s? stored:s? proof:s key:s?",
     "proof: a c2sp.org/tlog-proof. salt and stored: of what the leaf commits to, in base64."},
    {"Integrity",
     "verified_up_to:i at:t root:s key:s? checkpoint:s? checkpoints:[KeptCheckpoint] "
     "erasures:[ErasureRow]",
     "checkpoints: the newest ones, newest first."},
    {"KeptCheckpoint", "type:(checkpoint|cosignature|timestamp) size:i at:t root:s key:s?"},
    {"ErasureRow", "event:s time:t reason:s? by:s? count:i?"},
    {"Consistency", "from:i to:i path:[s]"},
    {"Countersigned", "type:(cosignature|timestamp) size:i root:s at_ms:i data:s"},
    {"Kept", "kept:b"},
};

}  // namespace

RouteTable integrity_routes() {
    RouteTable table;
    table.schemas = integrity_schemas;
    table.rows = {
        {"GET",
         "/api/v1/events/{id}/proof",
         TokenScope::read,
         answer_proof,
         {.name = "proof",
          .summary = "That an event is in the log, as a proof that needs no store",
          .gives = "json=EventProof",
          .statuses = "404",
          .id = "An event; its id may be shortened at either end.",
          .command = "prove {id}"}},
        {"GET",
         "/api/v1/integrity",
         TokenScope::read,
         answer_integrity,
         {.name = "integrity",
          .summary = "How far the log is covered by checkpoints, and what was erased",
          .gives = "json=Integrity text",
          .statuses = "404",
          .command = "integrity"}},
        {"GET",
         "/api/v1/integrity/events",
         TokenScope::read,
         answer_proven,
         {.name = "provenEvents",
          .summary = "Every event with its salt and stored bytes",
          .takes = size_takes,
          .gives = "ndjson=object",
          .statuses = "404"}},
        {"GET",
         "/api/v1/integrity/consistency",
         TokenScope::read,
         answer_consistency,
         {.name = "consistency",
          .summary = "That one tree begins with another",
          .takes = consistency_takes,
          .gives = "json=Consistency",
          .statuses = "404"}},
        {"POST",
         "/api/v1/integrity/countersigned",
         TokenScope::admin,
         answer_keep,
         {.name = "keepCountersigned",
          .summary = "Keeps what a witness or a time stamping authority said of a checkpoint",
          .body = "json=Countersigned",
          .gives = "json=Kept",
          .statuses = "404"}},
        {"GET",
         "/tlog/checkpoint",
         TokenScope::read,
         answer_checkpoint,
         {.name = "checkpoint",
          .summary = "The newest signed checkpoint (c2sp.org/tlog-tiles)",
          .gives = "text",
          .statuses = "404"}},
    };
    // A tile's number has a segment for each three digits, and a part of a tile has one more.
    table.rows.push_back(
        {"GET", "/tlog/tile/{level}/{number*}", TokenScope::read, answer_tile, {}});
    return table;
}

}  // namespace hence
