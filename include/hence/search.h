// Answers "where was this said?": events whose texts hold words, a phrase or a shell fragment.
//
// Every text of an event is searched: arguments, outputs, messages, thoughts, rationale, answers.
// Words come in any order and any case; `"a phrase"`, `-not`, `prefix*` and terms with signs in
// them (`src/store.cpp`) are understood, and a shell fragment (`rm -rf build`) is found as it
// stands. The newest matches come first. Counts by session, agent, tool, kind and day cover all
// matches; where that would take too long (a phrase of common words), the answer says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hence/event.h"
#include "hence/query.h"
#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

inline constexpr std::uint64_t search_rows = 20;  // Unless it is told otherwise.

struct SearchRequest {
    std::string text;
    EventQuery filters = {};  // Its limit, cursor and `newest` play no part.
    bool rank = false;        // The best first, of the newest 2,000.
    std::uint64_t limit = search_rows;
    std::string cursor = {};  // SearchAnswer::next of the page before.
};

// A piece of a text that matches.
struct SearchSnippet {
    std::string path;  // fields.args.command
    std::string text;  // An ellipsis stands where more is.
    // What matches: from character to character of `text`, the last not included.
    std::vector<std::pair<std::size_t, std::size_t>> marks;
};

struct SearchRow {
    Event event;
    std::string session;
    std::string summary;
    std::vector<SearchSnippet> snippets;  // Three at most.
};

// How many matches have this name; the most come first.
struct SearchCount {
    std::string name;
    std::uint64_t matches = 0;
};

struct SearchAnswer {
    std::string text;
    bool fragment = false;      // The text was found as it stands, its dashes included.
    std::uint64_t matches = 0;  // At least so many, unless `counted_all`.
    bool counted_all = true;
    std::vector<SearchRow> rows;
    std::vector<SearchCount> by_session;
    std::vector<SearchCount> by_agent;
    std::vector<SearchCount> by_tool;
    std::vector<SearchCount> by_kind;
    std::vector<SearchCount> by_day;
    std::optional<std::string> next = {};  // The cursor of the next page.
};

// Fails with invalid, naming the place, when the text cannot be read.
Result<SearchAnswer> search(const Store& store, const SearchRequest& request);

// {"query","read_as","matches","counted_all","rows":[...],"by":{...},"next"}
Result<void> write_json(const SearchAnswer& answer, const Store& store, const Sink& sink);
Result<void> write_text(const SearchAnswer& answer, const Store& store, const Sink& sink);

}  // namespace hence
