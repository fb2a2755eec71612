// A mapping file: which members of a foreign JSON record become which keys of an event.
//
// With a mapping anybody can bring a log that no reader knows, without code. A mapping is a JSON
// object; docs/formats/mapping.md describes it. It is checked as a whole before any record is read,
// so that a misspelt key is an error and not a column of absent values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/reader.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

// The names that lead to a member: an object's member, or a list's element by its number from 0.
using MappedPath = std::vector<std::string>;

// Where a value comes from: the first of the paths that is present, or else a constant.
struct MappedValue {
    std::vector<MappedPath> from = {};
    std::string constant = {};  // JSON; empty: none.
};

enum class TimeUnit : std::uint8_t { rfc3339, s, ms, us, ns };

struct Mapping {
    struct Word {
        std::string theirs;
        std::string ours;
    };
    struct Entry {
        std::string name;
        MappedValue value;
    };

    MappedPath records = {};  // Of a document: the list of its records. Empty: the text itself.
    MappedValue kind = {};
    std::vector<Word> kinds = {};  // Their words for our kinds. Empty: the words are kinds.
    std::string kind_else = {};    // For a word that is not listed, or none. Empty: an error.
    MappedValue time = {};
    TimeUnit time_unit = TimeUnit::rfc3339;
    MappedValue duration = {};
    TimeUnit duration_unit = TimeUnit::ms;
    std::vector<Entry> keys = {};  // id, session, run, agent, parent, correlation, iteration.
    std::vector<Entry> fields =
        {};  // Members of `fields`; "text" goes where the kind has its text.

    bool has_time() const { return !time.from.empty() || !time.constant.empty(); }
};

// Fails with invalid, naming the key and the nearest known one.
Result<Mapping> parse_mapping(std::string_view text);

inline constexpr std::string_view mapped_format = "mapped";

// Reads records as a mapping says: one to a line, a JSON list, or one document. `place` tells the
// text from all others: a record without an id is known by it, its line and its content.
std::unique_ptr<Reader> read_mapped(const ReadOptions& options,
                                    std::shared_ptr<const Mapping> mapping, std::string place);

// The value that a mapping gives to a record; absent when there is none.
Json mapped_value(const MappedValue& value, Json record);

}  // namespace hence
