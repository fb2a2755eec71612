#include "store/postgres/pool.h"

#include <chrono>
#include <iterator>
#include <optional>
#include <thread>
#include <utility>

#include "base/try.h"
#include "store/postgres/schema.h"

namespace hence::postgres {
namespace {

// How long to wait before a question is asked again, each time.
constexpr std::chrono::milliseconds pauses[] = {
    std::chrono::milliseconds(20), std::chrono::milliseconds(200), std::chrono::milliseconds(800),
    std::chrono::milliseconds(2'000)};

}  // namespace

Result<std::unique_ptr<Connection>> connect(const Address& address) {
    std::unique_ptr<Connection> connection = TRY(Connection::open(address));
    prefer_keys(*connection);
    return connection;
}

Pool::Lease::~Lease() {
    if (connection_ != nullptr) {
        pool_->give_back(std::move(connection_));
    }
}

void Pool::give_back(std::unique_ptr<Connection> connection) {
    {
        const std::lock_guard lock(mutex_);
        --out_;
        if (!connection->is_lost()) {
            idle_.push_back(std::move(connection));
        } else {
            idle_.clear();  // The others were lost with it, most likely.
        }
    }
    freed_.notify_one();
}

Result<void> Pool::must_be_here() const {
    return made_in_.is_here() ? Result<void>()
                              : Error{Code::conflict, "the store was opened in another process",
                                      "open it again after fork"};
}

Result<Pool::Lease> Pool::lease() {
    TRY(must_be_here());
    std::unique_lock lock(mutex_);
    freed_.wait(lock, [&] { return !idle_.empty() || out_ < connections_max_; });
    ++out_;
    if (!idle_.empty()) {
        std::unique_ptr<Connection> connection = std::move(idle_.back());
        idle_.pop_back();
        return Lease(*this, std::move(connection));
    }
    lock.unlock();
    Result<std::unique_ptr<Connection>> made = connect(address_);
    if (!made) {
        lock.lock();
        --out_;
        lock.unlock();
        freed_.notify_one();
        return made.error();
    }
    return Lease(*this, std::move(made).take());
}

Result<std::vector<Rows>> Pool::ask(const std::vector<Statement>& statements) {
    for (std::size_t attempt = 0;; ++attempt) {
        std::optional<Error> error;
        bool again = true;
        {
            Result<Lease> connection = lease();
            if (connection) {
                Result<std::vector<Rows>> answers = (*connection)->run(statements);
                if (answers) {
                    return answers;
                }
                error = answers.error();
                const End end = (*connection)->end();
                again = end == End::lost || end == End::again;
            } else {
                error = connection.error();
                again = error->code == Code::io;
            }
        }
        if (!again || attempt >= std::size(pauses)) {
            return *error;
        }
        std::this_thread::sleep_for(pauses[attempt]);
    }
}

}  // namespace hence::postgres
