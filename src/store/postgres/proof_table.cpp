#include "store/postgres/proof_table.h"

#include <algorithm>
#include <cstring>

#include "base/random.h"
#include "base/try.h"
#include "store/integrity/tree_files.h"
#include "store/postgres/body.h"
#include "store/postgres/events.h"

namespace hence::postgres {
namespace {

constexpr std::string_view state_part = "N";
constexpr std::string_view record_part = "C";
constexpr std::string_view key_part = "K";
constexpr std::string_view mark_part = "M";
constexpr std::string_view key_gone = "GONE";

std::string tile_part(unsigned level) {
    return std::string(1, 'T') + static_cast<char>('0' + level);
}

std::string state_value(const TreeState& state) {
    return seq_bytes(state.size) + seq_bytes(state.records);
}

Error damaged_tree() {
    return {Code::corrupt, "the tree of proofs in the engine is damaged",
            "`hence verify` says more"};
}

Result<TreeState> read_state(std::string_view value) {
    ByteReader in(value);
    TreeState state;
    state.size = in.be64();
    state.records = in.be64();
    return in.ok() ? Result<TreeState>(state) : damaged_tree();
}

Result<std::vector<Hash>> read_tile(std::string_view value) {
    if (value.size() % sizeof(Hash) != 0 || value.size() > tile_width * sizeof(Hash)) {
        return damaged_tree();
    }
    std::vector<Hash> hashes(value.size() / sizeof(Hash));
    if (!hashes.empty()) {
        std::memcpy(hashes.data(), value.data(), value.size());
    }
    return hashes;
}

Result<SecretKey> read_key(std::string_view value) {
    SecretKey key{};
    if (value.size() != key.size()) {
        return Error{Code::corrupt, "a key in the engine is damaged"};
    }
    std::memcpy(key.data(), value.data(), value.size());
    return key;
}

std::string_view key_bytes(const SecretKey& key) {
    return {reinterpret_cast<const char*>(key.data()), key.size()};
}

}  // namespace

Result<std::optional<std::string>> ProofTable::value(std::string_view part) const {
    const std::vector<Rows> rows =
        TRY(ask_({select_parts(Table::proof, log_, {std::string(part)})}));
    std::optional<std::string> found;
    TRY(each_value(rows.front(), [&](std::string_view, std::string_view, std::string value) {
        found = std::move(value);
        return Result<void>();
    }));
    return found;
}

Result<std::map<std::uint64_t, std::string>> ProofTable::values(
    const std::string& part, const std::vector<std::uint64_t>& numbers) const {
    std::map<std::uint64_t, std::string> found;
    if (numbers.empty()) {
        return found;
    }
    std::vector<std::string> rests;
    for (const std::uint64_t number : numbers) {
        rests.push_back(seq_bytes(number));
    }
    const std::vector<Rows> rows = TRY(ask_({select_rests(Table::proof, log_, part, rests)}));
    TRY(each_value(rows.front(), [&](std::string_view, std::string_view rest, std::string value) {
        found.emplace(ByteReader(rest).be64(), std::move(value));
        return Result<void>();
    }));
    return found;
}

Result<void> ProofTable::put(const PutValues& values) {
    if (!values.empty()) {
        TRY(ask_({values.statement(Table::proof, log_)}));
    }
    return {};
}

Result<TreeState> ProofTable::lock() {
    Statement make(
        "INSERT INTO hence_proof (log, part, rest, piece, body) VALUES ($1, $2, $3, 0, $4) "
        "ON CONFLICT DO NOTHING");
    make.integer(log_).bytes(state_part).bytes("").bytes(pieces_of(state_value({})).front());
    Statement select(
        "SELECT part, rest, piece, body FROM hence_proof WHERE log = $1 AND part = $2 AND "
        "rest = $3 FOR UPDATE");
    select.integer(log_).bytes(state_part).bytes("");
    const std::vector<Rows> rows = TRY(ask_({make, select}));
    std::string state;
    TRY(each_value(rows[1], [&](std::string_view, std::string_view, std::string value) {
        state = std::move(value);
        return Result<void>();
    }));
    return read_state(state);
}

Result<TreeState> ProofTable::state() const {
    const std::optional<std::string> found = TRY(value(state_part));
    return found ? read_state(*found) : Result<TreeState>(TreeState{});
}

Result<void> ProofTable::put_state(const TreeState& state) {
    PutValues values;
    values.add(state_part, "", state_value(state));
    return put(values);
}

Result<std::vector<Hash>> ProofTable::nodes(unsigned level, std::uint64_t first,
                                            std::uint64_t count) const {
    std::vector<Hash> hashes;
    if (count == 0 || level >= tile_levels_max) {
        return hashes;
    }
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t tile = first / tile_width; tile <= (first + count - 1) / tile_width;
         ++tile) {
        numbers.push_back(tile);
    }
    const std::map<std::uint64_t, std::string> tiles = TRY(values(tile_part(level), numbers));
    for (const std::uint64_t number : numbers) {
        const auto found = tiles.find(number);
        if (found == tiles.end()) {
            break;
        }
        const std::vector<Hash> tile = TRY(read_tile(found->second));
        for (std::uint64_t i = 0; i < tile.size(); ++i) {
            const std::uint64_t at = number * tile_width + i;
            if (at >= first && at < first + count) {
                hashes.push_back(tile[i]);
            }
        }
        if (tile.size() < tile_width) {
            break;
        }
    }
    return hashes;
}

Result<void> ProofTable::put_tiles(const Tiles& tiles) {
    PutValues values;
    for (const auto& [place, hashes] : tiles) {
        values.add(tile_part(place.first), seq_bytes(place.second),
                   {reinterpret_cast<const char*>(hashes.data()), hashes.size() * sizeof(Hash)});
    }
    return put(values);
}

Result<void> ProofTable::drop_tiles() {
    Statement remove("DELETE FROM hence_proof WHERE log = $1 AND part = ANY($2)");
    std::vector<std::string> parts;
    for (unsigned level = 0; level < tile_levels_max; ++level) {
        parts.push_back(tile_part(level));
    }
    remove.integer(log_).byte_list(parts);
    TRY(ask_({remove}));
    return {};
}

Result<std::vector<CheckpointRecord>> ProofTable::records(std::uint64_t first,
                                                          std::uint64_t last) const {
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t number = first; number < last; ++number) {
        numbers.push_back(number);
    }
    const std::map<std::uint64_t, std::string> found =
        TRY(values(std::string(record_part), numbers));
    std::vector<CheckpointRecord> records;
    for (const std::uint64_t number : numbers) {
        const auto payload = found.find(number);
        std::optional<CheckpointRecord> record =
            payload != found.end() ? read_checkpoint(payload->second) : std::nullopt;
        if (!record) {
            return damaged_tree();
        }
        records.push_back(std::move(*record));
    }
    return records;
}

Result<void> ProofTable::put_record(std::uint64_t number, const CheckpointRecord& record) {
    PutValues values;
    values.add(record_part, seq_bytes(number), checkpoint_payload(record));
    return put(values);
}

Result<std::optional<CheckpointRecord>> ProofTable::last_checkpoint(const TreeState& state) const {
    constexpr std::uint64_t together = 4;
    for (std::uint64_t last = state.records; last > 0;) {
        const std::uint64_t first = last - std::min(last, together);
        const std::vector<CheckpointRecord> some = TRY(records(first, last));
        for (auto record = some.rbegin(); record != some.rend(); ++record) {
            if (record->kind == CheckpointKind::checkpoint) {
                return std::optional(*record);
            }
        }
        last = first;
    }
    return std::optional<CheckpointRecord>();
}

Result<ProofTable::Keys> ProofTable::keys(const std::vector<std::uint64_t>& clusters) const {
    const std::map<std::uint64_t, std::string> found = TRY(values(std::string(key_part), clusters));
    Keys keys;
    for (const auto& [cluster, bytes] : found) {
        if (bytes != key_gone) {
            const SecretKey key = TRY(read_key(bytes));
            keys.emplace(cluster, key);
        }
    }
    return keys;
}

Result<ProofTable::Keys> ProofTable::keys_or_new(const std::vector<std::uint64_t>& clusters) {
    Keys known = TRY(keys(clusters));
    PutValues values;
    for (const std::uint64_t cluster : clusters) {
        if (!known.contains(cluster)) {
            SecretKey key{};
            TRY(fill_random(key));
            known.emplace(cluster, key);
            values.add(key_part, seq_bytes(cluster), key_bytes(key));
        }
    }
    TRY(put(values));
    return known;
}

Result<void> ProofTable::destroy_keys(const std::vector<std::uint64_t>& clusters) {
    PutValues values;
    for (const std::uint64_t cluster : clusters) {
        values.add(key_part, seq_bytes(cluster), key_gone);
    }
    return put(values);
}

Result<SecretKey> ProofTable::redaction_key() {
    std::optional<std::string> found = TRY(value(mark_part));
    if (!found) {
        SecretKey key{};
        TRY(fill_random(key));
        Statement make(
            "INSERT INTO hence_proof (log, part, rest, piece, body) VALUES ($1, $2, $3, 0, $4) "
            "ON CONFLICT DO NOTHING");
        make.integer(log_).bytes(mark_part).bytes("").bytes(pieces_of(key_bytes(key)).front());
        TRY(ask_({make}));
        found = TRY(value(mark_part));
    }
    return read_key(found.value_or(""));
}

}  // namespace hence::postgres
