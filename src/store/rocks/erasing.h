// Carrying out erasures: from the announcement in the log until no file holds the bytes.
//
// An erasure is announced and recorded as pending in one atomic write (Engine::announce). The store
// is then opened again, and opening carries out whatever is pending before the index exists and
// before anyone can ask. So an erasure that a crash interrupts and one that runs through take the
// same path, and no answer ever sees half of it. The work, each step of which may be done twice:
//
//  1. Throw away index/ and search/: they hold words of the events, and are derived.
//  2. Work out which long texts the erased events name and no other event needs, and write that
//     down. A text lies in the chunk of the event that brought it and may be named by others, so
//     everything that could name it is looked at once; counting references while recording would
//     cost every append for the sake of a rare erasure.
//  3. Write the chunks anew, with a stub in place of each erased event and without those texts, and
//     empty the quarantine rows of these events.
//  4. Flush and compact the log, so that RocksDB drops the old versions and deletes the files.
//  5. Destroy the keys of sessions of which nothing is left, and delete the pending record.
//
// Must never happen: an event that is not named loses a byte; a step begins before the one before
// it is safe on disk; the pending record goes while a file still holds an erased byte.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <rocksdb/env.h>

#include "hence/result.h"
#include "store/integrity/session_keys.h"
#include "store/rocks/log.h"

namespace hence::rocks {

// Where a log that is being opened keeps what belongs to it.
struct ErasingPlace {
    std::string index_path;
    std::string search_path;  // Empty: there is none.
    rocksdb::Env* env = nullptr;
    // The keys of sessions; null where the log is a copy in memory or of a damaged one, which
    // nobody verifies.
    std::function<Result<SessionKeys*>()> keys = {};
};

// Carries out every erasure that is pending. Nobody else may use the log meanwhile.
Result<void> finish_erasures(Log& log, const ErasingPlace& place);

}  // namespace hence::rocks
