// Connections for questions: a few, shared by all threads, opened when they are needed.
//
// A question reads only, so one whose connection was lost is asked again on another: the engine may
// just have been restarted, or another node has taken over. A forked child must open the store
// again: it has the sockets of its parent, and locks that nobody there opens.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "base/process.h"
#include "hence/result.h"
#include "store/postgres/connection.h"

namespace hence::postgres {

class Pool {
public:
    Pool(Address address, std::size_t connections_max)
        : address_(std::move(address)), connections_max_(connections_max) {}

    // One answer for each statement, each as of its own moment. Waits for a free connection.
    Result<std::vector<Rows>> ask(const std::vector<Statement>& statements);

    // A connection for a question of several steps. It goes back when it is destroyed.
    class Lease {
    public:
        Lease(Pool& pool, std::unique_ptr<Connection> connection)
            : pool_(&pool), connection_(std::move(connection)) {}
        Lease(Lease&&) = default;
        ~Lease();
        Connection& operator*() const { return *connection_; }
        Connection* operator->() const { return connection_.get(); }

    private:
        Pool* pool_;
        std::unique_ptr<Connection> connection_;
    };
    Result<Lease> lease();

    const Address& address() const { return address_; }
    // Fails with conflict in a process that was forked since.
    Result<void> must_be_here() const;

private:
    void give_back(std::unique_ptr<Connection> connection);

    ProcessMark made_in_;
    Address address_;
    std::size_t connections_max_;
    std::mutex mutex_;
    std::condition_variable freed_;
    std::vector<std::unique_ptr<Connection>> idle_;
    std::size_t out_ = 0;
};

// Opens a connection and sets it up.
Result<std::unique_ptr<Connection>> connect(const Address& address);

}  // namespace hence::postgres
