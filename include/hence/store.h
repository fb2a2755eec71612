// Where events live: append-only, found by what they name, the same on every backend.
//
// A store is a log and an index over it. Every event has a number (seq) by arrival and a Position
// by time and arrival; lists and scans go by Position. An append is atomic, durable when it returns
// (unless Batch::sync is false), and idempotent: an event with the same id and content is a
// duplicate and changes nothing, and one with the same id and other content is refused and kept in
// quarantine. Only hence/erase.h changes an event. A Check runs inside the commit, after all
// earlier batches; that is how "only once" is enforced without locks outside. A query that begins
// after an append returned sees it. All calls may be made from many threads at once. Both backends
// pass the same conformance tests.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

struct WordQuery;
struct MatchBlock;
// Takes what was found of one part of the log; it must not call the store.
using MatchVisitor = std::function<Result<void>(const MatchBlock&)>;

// The kinds of keys under which an event can be found. `keys` in model/keys.h says which events
// stand under which key; values of two parts are joined by `joined`.
enum class Space : std::uint8_t {
    all,  // Every event; the value is empty.
    session,
    run,  // The bare run, in whatever session.
    agent,
    correlation,
    kind,
    loose_run,   // Events of a run that name no session themselves.
    root_run,    // Events of a run without a parent.
    root_agent,  // (scope, agent): events of an agent without a parent; scope as for child.
    parent,      // Events whose parent is this id.
    cause,       // Events that name this id among their causes.
    of,          // Outcomes of this id.
    ref,         // Events whose rationale refers to this.
    call,        // (session, call_id): tool calls and observations.
    request,     // (session, call_id): model calls that asked for it.
    key,         // (session, observation key).
    child_run,   // Delegations that name this run.
    child,       // (scope, child_id): delegations; scope is "c" + correlation, else "s" + session.
    decision_type,
    graph,        // Every change of the graph of this name.
    graph_node,   // (graph, node id): what adds, changes, supersedes or deletes it.
    graph_edge,   // (graph, edge id): what adds it.
    graph_out,    // (graph, node id): what adds an edge from it.
    graph_in,     // (graph, node id): what adds an edge to it.
    graph_type,   // (graph, node type): what adds a node of that type.
    graph_event,  // Nodes that stand for this event.
    response,     // Model calls of telemetry, also those that another event counts for.
    withdrawn,    // Settled events of this run that stand in no answer, and under no other key.
    lineage,      // The forks and rewinds that this session names as its own.
};

// What most stores have none of.
enum class Rare : std::uint8_t {
    loose_run,        // An event of a run that names no session.
    derived_session,  // An event whose session was derived from its run.
    lineage,          // A fork or a rewind.
    delegation,
    graph_node,
};

struct Key {
    Space space = Space::all;
    std::string value;
};

// Two parts as one value that no other two parts give.
std::string joined(std::string_view first, std::string_view second);

// A place in the order of events: instant, then arrival.
struct Position {
    Time time;
    std::uint64_t seq = 0;
    friend bool operator==(const Position&, const Position&) = default;
    friend std::strong_ordering operator<=>(const Position&, const Position&) = default;
};

enum class Direction : std::uint8_t { forward, backward };

struct Scan {
    std::optional<Time> from = {};  // Both ends inclusive.
    std::optional<Time> to = {};
    Direction direction = Direction::forward;
    std::optional<Position> after =
        {};  // Goes on strictly behind this one, in the direction of the scan.
};

// Hands out events one by one. A cursor sees at least every event whose append returned before the
// cursor was made.
class Cursor {
public:
    virtual ~Cursor() = default;
    // The next event, or nothing at the end.
    virtual Result<std::optional<Event>> next() = 0;
};

// What is known of a session, a run, an agent, a correlation, or (Space::loose_run) of the events
// of a run that name no session. Kept by append; adding two up gives the summary of both.
struct Summary {
    std::string id;       // The name; of a run, the run.
    std::string session;  // Of a run only: a run is (session, run).
    Time first;
    Time last;
    // Of the events that have a time at all: the first beginning and the last end. Outcomes, which
    // may be told long after, end nothing.
    std::optional<Time> begin = {};
    std::optional<Time> end = {};
    std::uint64_t events = 0;
    std::uint64_t with_parent = 0;
    std::map<std::string, std::uint64_t> kinds;
    // Of how many events each is the agent or the session.
    std::map<std::string, std::uint64_t> agents;
    std::map<std::string, std::uint64_t> sessions;
    std::optional<double> tokens = {};         // Of model calls; nothing when none states any.
    std::optional<double> tokens_stated = {};  // By ends, for the whole.
    std::uint64_t errors = 0;                  // Error events, and calls that failed, each once.
    std::optional<std::pair<Position, std::string>> goal;    // The first one given.
    std::optional<std::pair<Position, std::string>> status;  // The last session_end's.

    void add(const Summary& other);
    // Takes back what an event was counted as. First, last, goal and status stay.
    void take_back(const Summary& other);
    // Drops the names and amounts of which everything was taken back.
    void forget_taken_back();
    // What the model calls used; where none of them states it, what the ends state.
    std::optional<double> tokens_total() const { return tokens ? tokens : tokens_stated; }
};

// Something that was refused, as it came.
struct Refused {
    std::string source;      // The file, or by which door it came.
    std::uint64_t line = 0;  // From 1; 0 when there are no lines.
    std::string reason;
    std::string bytes;
};

struct QuarantineRow {
    std::uint64_t n = 0;
    std::string source;
    std::uint64_t line = 0;
    std::string reason;
    std::uint64_t size = 0;   // Of the whole; `bytes` keeps the first 16 MiB.
    std::uint64_t count = 0;  // How often the same bytes came from there for the same reason.
    std::string sha256;       // Lower-case hex, of the whole.
    std::string bytes;        // Filled by quarantined() only.
};

struct Incoming {
    Event event;  // With an id.
    std::uint64_t line = 0;
    std::string_view bytes = {};  // As it came, should it be refused; empty: the event's own JSON.
    // Where a settled event of the same id stands and says something else, this one takes its
    // place, as one that completes an unfinished event does.
    bool replaces = false;
};

struct Batch {
    std::vector<Incoming> events;
    std::vector<Refused> refused;  // What could not be read; quarantined with the batch.
    std::vector<std::uint64_t>
        released;        // Quarantine rows that this batch settles: no longer listed.
    std::string source;  // Where the events came from, should one be refused.
    bool sync = true;    // False: survives the death of the process, not of the machine.
};

struct Rejection {
    std::size_t index = 0;  // In Batch::events.
    std::string reason;     // "conflict" or "outcome_exists".
    std::string stands;     // The id of the event that stands in its way.
};

struct Receipt {
    std::uint64_t accepted = 0;
    std::uint64_t duplicates = 0;
    std::uint64_t quarantined = 0;
    std::uint64_t first_seq = 0;  // 0 when nothing was accepted.
    std::uint64_t last_seq = 0;
    std::vector<Rejection> rejections;
    std::vector<std::size_t> repeated = {};  // In Batch::events: the duplicates.
};

class Store;

// Runs inside the commit, after all earlier batches; its error is append's, and nothing is written.
using Check = std::function<Result<void>(const Store&)>;

// All calls may be made from many threads at once.
class Store {
public:
    virtual ~Store() = default;

    // Durable on return, atomic, idempotent. The receipt names the events that the store refused.
    // An event that completes an unfinished one of the same id, or replaces a settled one, takes
    // its place: find, scan and the summaries know the new one only, while read hands out both. A
    // settled event of kind `withdrawn` stands in no answer: only Space::withdrawn has it.
    virtual Result<Receipt> append(const Batch& batch, const Check& check = {}) = 0;

    virtual Result<std::optional<Event>> find(std::string_view id) const = 0;
    virtual Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan = {}) const = 0;
    // In arrival order, both ends inclusive.
    virtual Result<std::unique_ptr<Cursor>> read(std::uint64_t from_seq,
                                                 std::uint64_t to_seq) const = 0;
    virtual std::uint64_t last_seq() const = 0;

    // False only when no event is of this sort, so that an answer need not look for any.
    virtual bool may_have(Rare /*rare*/) const { return true; }

    // Rows of session, run, agent, correlation or loose_run: by `first` descending, then id (and
    // session) ascending; those behind `after`, at most `limit`.
    virtual Result<std::vector<Summary>> summaries(Space space, const Summary* after,
                                                   std::size_t limit) const = 0;
    // One row, or nothing. Of a run, `session` decides; otherwise it is empty.
    virtual Result<std::optional<Summary>> summary(Space space, std::string_view id,
                                                   std::string_view session = {}) const = 0;

    // The rows of one run, one for each session that it is in, and the runs of one session. In no
    // particular order.
    virtual Result<std::vector<Summary>> rows_of_run(std::string_view run) const = 0;
    virtual Result<std::vector<std::string>> runs_of(std::string_view session) const = 0;

    // Event ids (Space::all) or names of rows that begin or end with `part`, in byte order, at most
    // `limit`. A run appears once, in however many sessions.
    virtual Result<std::vector<std::string>> names_like(Space space, std::string_view part,
                                                        std::size_t limit) const = 0;

    // Events whose texts hold these words, part by part of the log in no particular order: what
    // `search` (hence/search.h) is made from. A store without an index for it reads everything.
    virtual Result<void> find_words(const WordQuery& query, const MatchVisitor& visit) const;

    // Rows behind number `after_n`, without their bytes.
    virtual Result<std::vector<QuarantineRow>> quarantine(std::uint64_t after_n,
                                                          std::size_t limit) const = 0;
    // One row with its bytes. Fails with not_found.
    virtual Result<QuarantineRow> quarantined(std::uint64_t n) const = 0;

    // What is known to be lost. A damaged store answers from what is intact, and takes no events.
    virtual std::optional<Error> damage() const { return std::nullopt; }
};

// A store that is gone when it is destroyed.
std::unique_ptr<Store> open_memory_store();

}  // namespace hence
