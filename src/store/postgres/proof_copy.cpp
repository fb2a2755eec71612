#include "store/postgres/proof_copy.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "base/try.h"
#include "store/integrity/checkpoints.h"
#include "store/integrity/session_keys.h"
#include "store/integrity/tree_files.h"
#include "store/postgres/events.h"
#include "store/postgres/proof_table.h"

namespace hence::postgres {
namespace {

constexpr std::uint64_t nodes_together = 64 * tile_width;
constexpr std::uint64_t records_together = 1'024;
constexpr std::int32_t keys_page = 4'096;

Error cannot_write(const std::filesystem::path& file) {
    return {Code::io, fmt::format("cannot write {}", file.string())};
}

Result<void> write_tree(const ProofTable& table, const std::filesystem::path& directory) {
    for (unsigned level = 0; level < tile_levels_max; ++level) {
        const std::filesystem::path file = directory / std::to_string(level);
        std::ofstream out;
        for (std::uint64_t first = 0;;) {
            const std::vector<Hash> nodes = TRY(table.nodes(level, first, nodes_together));
            if (!nodes.empty() && !out.is_open()) {
                out.open(file, std::ios::binary);
            }
            if (nodes.empty()) {
                break;
            }
            out.write(reinterpret_cast<const char*>(nodes.data()),
                      static_cast<std::streamsize>(nodes.size() * sizeof(Hash)));
            first += nodes.size();
            if (nodes.size() < nodes_together) {
                break;
            }
        }
        if (out.is_open() && !out.flush()) {
            return cannot_write(file);
        }
    }
    return {};
}

Result<void> write_checkpoints(const ProofTable& table, const std::filesystem::path& file) {
    const TreeState state = TRY(table.state());
    std::ofstream out(file, std::ios::binary);
    for (std::uint64_t first = 0; first < state.records; first += records_together) {
        const std::vector<CheckpointRecord> records =
            TRY(table.records(first, std::min(state.records, first + records_together)));
        for (const CheckpointRecord& record : records) {
            out << checkpoint_bytes(record);
        }
    }
    return out.flush() ? Result<void>() : cannot_write(file);
}

Result<void> write_keys(const Ask& ask, std::int32_t log, const std::filesystem::path& directory) {
    const std::unique_ptr<SessionKeys> keys = TRY(SessionKeys::open(directory, KeyAccess::write));
    const ProofTable table(ask, log);
    for (std::string from;;) {
        Statement select(
            "SELECT rest FROM hence_proof WHERE log = $1 AND part = $2 AND rest > $3 AND piece = 0 "
            "ORDER BY rest LIMIT $4");
        select.integer(log).bytes("K").bytes(from).integer(keys_page);
        const std::vector<Rows> rows = TRY(ask({select}));
        std::vector<std::uint64_t> clusters;
        for (int row = 0; row < rows.front().size(); ++row) {
            from = rows.front().bytes(row, 0);
            clusters.push_back(ByteReader(from).be64());
        }
        const ProofTable::Keys some = TRY(table.keys(clusters));
        for (const auto& [cluster, key] : some) {
            TRY(keys->take(cluster, key));
        }
        if (rows.front().size() < keys_page) {
            return keys->sync();
        }
    }
}

}  // namespace

Result<void> write_proof_files(Connection& connection, std::int32_t log,
                               const std::filesystem::path& directory) {
    std::error_code failed;
    std::filesystem::create_directories(directory / "tree", failed);
    if (failed) {
        return cannot_write(directory / "tree");
    }
    const Ask ask = [&connection](const std::vector<Statement>& statements) {
        return connection.run(statements);
    };
    const ProofTable table(ask, log);
    TRY(ask({Statement("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")}));
    TRY(write_tree(table, directory / "tree"));
    TRY(write_checkpoints(table, directory / "tree" / "checkpoints"));
    TRY(write_keys(ask, log, directory / "keys"));
    TRY(ask({Statement("COMMIT")}));
    return {};
}

}  // namespace hence::postgres
