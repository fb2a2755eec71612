// One connection to the engine: sends statements in a pipeline, and says what became of them.
//
// Statements that are sent together cost one round trip. When one fails, the engine skips the rest
// of the pipeline. Where the engine lets it, a statement is parsed and planned once for each
// connection, without regard to its values: planning takes longer than a look-up, and a plan made
// for values trusts the engine's statistics, which a table that was just made does not have. Yet a
// plan that was made while a table had a few pages may read all of what a log has, for each
// look-up, and goes on so when the log has grown; so a statement is planned again now and then. A
// connection that was lost stays lost: its owner opens another. Whether a COMMIT
// that was under way took place is then not known here; see store.cpp, which finds out.
// Must never happen: a COMMIT is cancelled, or a warning of the engine that a commit may not have
// been replicated is passed over; a forked child says a word on the connection of its parent. A
// connection belongs to one thread at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "base/process.h"
#include "hence/result.h"
#include "store/postgres/statement.h"

namespace hence::postgres {

// An address of the engine, without the parts of it that are ours.
struct Address {
    std::string conninfo;  // A postgres:// URL, or what else libpq takes.
    std::string log;       // The log that it names, or empty.
    bool standby = false;  // A node that takes no writes is looked for first.
};

// Takes `log=NAME` out of a URL. Fails with invalid where the URL makes no sense.
Result<Address> parse_address(std::string_view url);

// How a pipeline ended.
enum class End : std::uint8_t {
    done,
    refused,    // The engine said no; the message says why.
    again,      // The engine says that the transaction is to be tried again.
    exists,     // Another transaction wrote the same key.
    no_tables,  // A table is not there.
    lost,       // The connection is gone, and what was sent may have taken place.
    unsure,     // Committed, and the engine does not promise that it will stay.
};

class Connection {
public:
    static Result<std::unique_ptr<Connection>> open(const Address& address);
    Connection(const Libpq& pq, PGconn* connection) : pq_(pq), connection_(connection) {}
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Lets the engine begin with these. Their answers come with those of the next `run`, before
    // them, which must follow: until then it is not known what became of them.
    Result<void> send_ahead(const std::vector<Statement>& statements);
    // One answer for each statement. On an error, `end` says which kind.
    Result<std::vector<Rows>> run(const std::vector<Statement>& statements);
    // The same in two parts: what is sent, and what comes of it, which must follow.
    Result<void> start(const std::vector<Statement>& statements);
    Result<std::vector<Rows>> finish();
    End end() const { return end_; }
    bool is_lost() const { return lost_; }
    // From now on each statement is planned once, whatever its values. The engine must know how.
    void plan_once() { plans_once_ = true; }
    // What the engine warned of during the last `run`, or empty.
    const std::string& warning() const { return warning_; }
    // A setting that the engine reports, such as server_version, or empty.
    std::string setting(const char* name) const;

private:
    // What a result answers.
    struct Sent {
        enum class What : std::uint8_t { statement, preparation, setting } what = What::statement;
        std::string key = {};  // Of a preparation.
    };

    Error lose();
    Result<void> send(const Statement& statement);
    Result<void> send_as_it_is(const Statement& statement);
    Result<void> send_prepared(const Statement& statement);
    Result<void> push(bool wait_for_answer);
    Result<PGresult*> next_result();
    Error refuse(const PGresult* result);
    static void notice(void* self, const PGresult* result);

    ProcessMark made_in_;
    const Libpq& pq_;
    PGconn* connection_;
    End end_ = End::done;
    bool lost_ = false;
    bool unsure_ = false;
    bool plans_once_ = false;
    struct Prepared {
        std::string name;
        std::size_t uses = 0;
    };
    std::vector<Sent> sent_;     // And not answered yet.
    ByText<Prepared> prepared_;  // By SQL and types.
    std::size_t names_ = 0;      // How many were given.
    std::string warning_;
};

}  // namespace hence::postgres
