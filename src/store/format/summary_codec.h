// A summary row as bytes, and a merge operator that adds rows up inside RocksDB.
//
// Each commit adds to the rows of its sessions, runs, agents and correlations. Read, change, write
// would make every append wait for reads of rows; a merge operand is only written, and RocksDB adds
// operands up when it reads or compacts. Adding must not depend on the order or the grouping of the
// operands, because RocksDB chooses both.
//
//     row = version byte (2), id text, session text,
//           first, last (times: zigzag varint seconds, varint nanoseconds, digits byte),
//           begin, end (byte and, if 1, time),
//           events varint, with_parent varint,
//           kinds varint and for each text and varint, agents varint and texts,
//           sessions varint and texts,
//           tokens, tokens_stated (byte and, if 1, 8: the bits of a double), errors varint,
//           goal byte and, if 1, time, seq varint, text; status likewise
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <rocksdb/merge_operator.h>

#include "hence/result.h"
#include "hence/store.h"

namespace hence {

std::string encode_summary(const Summary& row);
Result<Summary> decode_summary(std::string_view bytes);

// Adds encoded rows up.
std::shared_ptr<rocksdb::MergeOperator> summary_merge_operator();

}  // namespace hence
