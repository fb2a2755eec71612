#include "store/integrity/proof.h"

#include <charconv>
#include <cstring>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/try.h"
#include "model/json/json.h"
#include "model/json/members.h"
#include "model/json/writer.h"
#include "store/format/event_codec.h"
#include "store/integrity/signing_keys.h"

namespace hence {
namespace {

constexpr std::string_view proof_mark = "c2sp.org/tlog-proof@v1\n";
constexpr std::size_t proof_depth_max = fields_depth_max + 8;
constexpr std::size_t path_max = 64;

// The long texts of one event, which its stored bytes name by hash.
class OwnTexts : public TextWriter, public TextReader {
public:
    bool knows(const Hash& hash) override { return texts_.contains(hash); }
    void add(const Hash& hash, UnitKind kind, std::string_view payload) override {
        texts_.emplace(hash, std::pair(kind, std::string(payload)));
    }
    Result<Unit> unit(const Hash& hash) override {
        const auto found = texts_.find(hash);
        if (found == texts_.end()) {
            return Error{Code::corrupt, "the stored bytes name a text that the event lacks"};
        }
        return Unit{found->second.first, found->second.second};
    }

private:
    std::map<Hash, std::pair<UnitKind, std::string>> texts_;
};

Time time_of_ms(std::int64_t milliseconds) {
    Time time;
    time.seconds = milliseconds / 1'000;
    std::int64_t rest = milliseconds % 1'000;
    if (rest < 0) {
        rest += 1'000;
        --time.seconds;
    }
    time.nanos = static_cast<std::uint32_t>(rest * 1'000'000);
    time.digits = 3;
    return time;
}

// Whether `bytes`, whose JSON without white space is `valid`, say what we would have written. As
// many bytes must be the same ones, or a changed byte that means nothing would go unnoticed.
bool is_as_written(std::string_view ours, std::string_view bytes, std::string_view valid) {
    return ours == bytes || (ours.size() != bytes.size() && same_value(ours, valid));
}

Error no_proof(std::string_view why) {
    return Error{Code::invalid, fmt::format("this is no proof: {}", why)};
}

// One line off the front, without its line feed; nothing when there is none.
std::optional<std::string_view> take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    return line;
}

Result<void> read_tlog_proof(std::string_view text, EventProof& proof) {
    if (!text.starts_with(proof_mark)) {
        return no_proof("it does not begin as one");
    }
    text.remove_prefix(proof_mark.size());
    constexpr std::string_view extra = "extra ";
    const std::optional<std::string_view> first = take_line(text);
    const std::optional<std::string> record = first && first->starts_with(extra)
                                                  ? from_padded_base64(first->substr(extra.size()))
                                                  : std::nullopt;
    const std::optional<Leaf> leaf = record ? read_leaf(*record) : std::nullopt;
    const std::optional<std::string_view> index = take_line(text);
    if (!leaf || leaf->seq == 0 || !index || *index != fmt::format("index {}", leaf->seq - 1)) {
        return no_proof("its leaf or index does not read");
    }
    proof.proven.leaf = *leaf;
    for (std::optional<std::string_view> line = take_line(text); !line || !line->empty();
         line = take_line(text)) {
        const std::optional<Hash> hash = line ? read_hash_text(*line) : std::nullopt;
        if (!hash || proof.path.size() == path_max) {
            return no_proof("its path does not read");
        }
        proof.path.push_back(*hash);
    }
    proof.checkpoint = text;
    return {};
}

void write_proven(JsonWriter& json, const ProvenEvent& proven, std::string_view event_json) {
    json.begin_object().raw_member("event", event_json);
    std::optional<std::string> salt;
    std::optional<std::string> stored;
    if (proven.salt) {
        salt = base64(as_bytes(*proven.salt));
        stored = base64(proven.stored);
    }
    json.member("salt", salt).member("stored", stored);
}

// Nothing of an erased event.
Result<void> read_salt(Json salt, Json stored, ProvenEvent& proven) {
    if (!salt.present()) {
        return {};
    }
    const std::optional<std::string> salted = from_padded_base64(salt.string().value_or(""));
    const std::optional<std::string> kept = from_padded_base64(stored.string().value_or(""));
    if (!salted || salted->size() != sizeof(Salt) || !kept) {
        return no_proof("its salt or its stored bytes do not read");
    }
    proven.salt.emplace();
    std::memcpy(proven.salt->data(), salted->data(), salted->size());
    proven.stored = *kept;
    return {};
}

}  // namespace

Result<EventProof> prove(Integrity& integrity, const Event& event) {
    const CheckpointRecord checkpoint = TRY(integrity.cover());
    EventProof proof;
    proof.event = event.to_json();
    proof.proven = TRY(integrity.proven(event.seq()));
    const HashSource nodes = [&integrity](unsigned level, std::uint64_t first,
                                          std::uint64_t count) {
        return integrity.tree_nodes(level, first, count);
    };
    if (event.seq() > checkpoint.head.size) {
        return Error{Code::busy, "no checkpoint has this event yet", "ask again in a second"};
    }
    proof.path = TRY(inclusion_path(event.seq() - 1, checkpoint.head.size, nodes));
    proof.checkpoint = checkpoint.text;
    if (checkpoint.text.empty()) {
        proof.checkpoint = checkpoint_text({"unsigned", checkpoint.head}) + "\n";
        return proof;
    }
    const Note note = TRY(read_note(checkpoint.text));
    const std::vector<NoteKey> known =
        TRY(known_keys(signing_directory(), integrity.integrity_directory()));
    for (const NoteKey& key : known) {
        if (check_signature(note, key) == Signed::good) {
            proof.key = key;
            break;
        }
    }
    return proof;
}

std::string tlog_proof_text(const EventProof& proof) {
    std::string text =
        fmt::format("{}extra {}\nindex {}\n", proof_mark, base64(leaf_record(proof.proven.leaf)),
                    proof.proven.leaf.seq - 1);
    for (const Hash& hash : proof.path) {
        text += hash_text(hash) + "\n";
    }
    return text + "\n" + proof.checkpoint;
}

std::string exported_line(const ProvenEvent& proven, std::string_view event_json) {
    std::string text;
    JsonWriter json(text);
    write_proven(json, proven, event_json);
    json.end_object().end_line();
    return text;
}

Result<ExportedEvent> read_exported_line(std::string_view line) {
    const Result<std::string> valid = minify(line, proof_depth_max);
    if (!valid) {
        return Error{Code::invalid, valid.error().message};
    }
    constexpr std::array<std::string_view, 3> names{"event", "salt", "stored"};
    const auto [event, salt, stored] = members(*valid, names);
    ExportedEvent exported{std::string(event.raw()), {}};
    TRY(read_salt(salt, stored, exported.proven));
    if (exported_line(exported.proven, exported.event) != line) {
        return Error{Code::invalid, "it was changed after it was made"};
    }
    return exported;
}

std::string proof_text(const EventProof& proof) {
    std::string text;
    JsonWriter json(text);
    write_proven(json, proof.proven, proof.event);
    json.member("proof", tlog_proof_text(proof));
    json.member("key", proof.key ? std::optional(proof.key->text()) : std::nullopt);
    json.end_object().end_line();
    return text;
}

Result<EventProof> read_proof(std::string_view bytes) {
    const Result<std::string> valid = minify(bytes, proof_depth_max);
    if (!valid) {
        return no_proof(valid.error().message);
    }
    constexpr std::array<std::string_view, 5> names{"event", "salt", "stored", "proof", "key"};
    const auto [event, salt, stored, tlog, key] = members(*valid, names);
    EventProof proof;
    proof.event = event.raw();
    TRY(read_tlog_proof(tlog.string().value_or(""), proof));
    TRY(read_salt(salt, stored, proof.proven));
    if (key.present()) {
        proof.key = TRY(read_note_key(key.string().value_or("")));
    }
    if (!is_as_written(proof_text(proof), bytes, *valid)) {
        return no_proof("it was changed after it was made");
    }
    return proof;
}

// The texts come from the event itself: where one differs, the stored bytes name another.
Result<void> check_event(const ProvenEvent& proven, std::string_view event_json) {
    if (!proven.salt) {
        return {};
    }
    if (commitment_of(*proven.salt, proven.stored) != proven.leaf.commitment) {
        return Error{Code::corrupt, "the stored bytes are not those that the leaf commits to"};
    }
    const Result<Event> told = Event::parse(event_json);
    if (!told) {
        return Error{Code::corrupt, "the event does not read: " + told.error().message};
    }
    OwnTexts texts;
    std::string again;
    encode_event(again, *told, texts);
    const auto owner = std::make_shared<const std::string>(proven.stored);
    const Result<Event> stored = decode_event(*owner, owner, texts);
    if (!stored) {
        return Error{Code::corrupt, stored.error().message};
    }
    const Event whole = stored->stored_as(proven.leaf.seq, time_of_ms(proven.leaf.received_ms));
    if (!is_as_written(whole.to_json(), event_json, event_json)) {
        return Error{Code::corrupt, "the event is not the one that the stored bytes say"};
    }
    return {};
}

Result<CheckpointText> check_proof(const EventProof& proof) {
    const std::size_t gap = proof.checkpoint.find("\n\n");
    if (gap == std::string::npos) {
        return Error{Code::corrupt, "the proof has no checkpoint"};
    }
    CheckpointText checkpoint =
        TRY(read_checkpoint_text(std::string_view(proof.checkpoint).substr(0, gap + 1)));
    const Leaf& leaf = proof.proven.leaf;
    if (!is_included(leaf_hash(leaf_record(leaf)), leaf.seq - 1, proof.path, checkpoint.head)) {
        return Error{Code::corrupt,
                     "the path does not lead from the leaf to the checkpoint's root"};
    }
    TRY(check_event(proof.proven, proof.event));
    return checkpoint;
}

}  // namespace hence
