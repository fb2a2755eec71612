// Carrying out erasures in the engine, in the transaction that announces them.
//
// The transaction holds the head of the log, so no other commit takes place meanwhile, and nobody
// sees a part of it. It writes the chunks anew with stubs, empties quarantine rows, removes what is
// derived (index, rows, search index), and derives the index again from the record: the record is
// the only truth, and a rebuild needs no inverse of every sum. Other servers notice the number of
// erasures in the head, and drop what they hold in memory.
// Must never happen: an old piece of a value that became shorter stays in a table, or a part of an
// erasure is committed without the rest.
#pragma once

#include <cstdint>
#include <vector>

#include "store/format/erasing.h"
#include "store/postgres/connection.h"
#include "store/postgres/log_reader.h"
#include "store/postgres/proof_table.h"

namespace hence::postgres {

class Erasing {
public:
    // `connection` is in a transaction that holds the head of the log.
    Erasing(Connection& connection, std::int32_t log);

    // Writes stubs and empties rows. The key of a session of which nothing is left is destroyed.
    Result<void> carry_out(const PendingErasure& erasure);
    // Derives the index again, up to this event. Says whether an event is unfinished.
    Result<bool> derive_again(std::uint64_t last_seq);
    // Empties the search index. `erasures` is what the head will say.
    Result<void> clear_search(std::int64_t erasures);

private:
    Result<void> write(Changes& changes);
    Result<void> drop_refused(const std::vector<std::uint64_t>& numbers);
    Result<Hash> commitment(std::uint64_t cluster, const Chunk::Slot& slot);
    Result<void> destroy_keys(const PendingErasure& erasure);

    Connection& connection_;
    std::int32_t log_;
    LogReader read_;
    ProofTable proofs_;
    ProofTable::Keys keys_;  // Of the clusters that were met.
};

// Lets the engine drop the dead versions of rows, which hold what was erased. Says in words what
// could not be done; empty when all was.
std::vector<std::string> vacuum(Connection& connection);

}  // namespace hence::postgres
