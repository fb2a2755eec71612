#include "store/postgres/connection.h"

#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <poll.h>

#include "base/try.h"

namespace hence::postgres {
namespace {

// What the engine calls its errors (SQLSTATE).
constexpr std::string_view state_again = "40001";
constexpr std::string_view state_deadlock = "40P01";
constexpr std::string_view state_exists = "23505";
constexpr std::string_view state_no_table = "42P01";
constexpr std::string_view state_read_only = "25006";
constexpr std::string_view state_unreplicated = "01000";

// What libpq says, on one line.
std::string one_line_of(const char* message) {
    std::string line(message != nullptr ? message : "");
    while (!line.empty() && (line.back() == '\n' || line.back() == ' ')) {
        line.pop_back();
    }
    for (char& c : line) {
        c = c == '\n' || c == '\t' ? ' ' : c;
    }
    return line;
}

Error no_engine(const std::string& message) {
    return {Code::io, fmt::format("the engine does not answer: {}", message),
            "see whether it runs and the address is right; what was acknowledged is safe"};
}

// What the user did not say. A lost peer is noticed within half a minute, and of several hosts
// the one that takes writes is found.
std::map<std::string, std::string> defaults() {
    return {
        {"application_name", "hence"},
        {"connect_timeout", "10"},
        {"keepalives_idle", "10"},
        {"keepalives_interval", "5"},
        {"keepalives_count", "3"},
        {"tcp_user_timeout", "30000"},
        {"target_session_attrs", "read-write"},
    };
}

bool is_log_parameter(std::string_view parameter, std::string_view& name) {
    constexpr std::string_view begin = "log=";
    if (!parameter.starts_with(begin)) {
        return false;
    }
    name = parameter.substr(begin.size());
    return true;
}

}  // namespace

Result<Address> parse_address(std::string_view url) {
    const Libpq* const loaded = TRY(libpq());
    const Libpq& pq = *loaded;
    Address address;
    const std::size_t query = url.find('?');
    address.conninfo = url.substr(0, query);
    if (query != std::string_view::npos) {
        std::string kept;
        for (std::string_view rest = url.substr(query + 1); !rest.empty();) {
            const std::size_t end = std::min(rest.find('&'), rest.size());
            const std::string_view parameter = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            std::string_view name;
            if (is_log_parameter(parameter, name)) {
                address.log = name;
            } else if (!parameter.empty()) {
                kept += kept.empty() ? "?" : "&";
                kept += parameter;
            }
        }
        address.conninfo += kept;
    }
    char* message = nullptr;
    PQconninfoOption* const options = pq.parse_conninfo(address.conninfo.c_str(), &message);
    if (options == nullptr) {
        const std::string said = one_line_of(message);
        pq.free_memory(message);
        return Error{Code::invalid, fmt::format("the address of the engine is wrong: {}", said),
                     "write postgres://user@host:5432/database?log=NAME"};
    }
    pq.free_conninfo(options);
    return address;
}

Result<std::unique_ptr<Connection>> Connection::open(const Address& address) {
    const Libpq* const loaded = TRY(libpq());
    const Libpq& pq = *loaded;
    PQconninfoOption* const options = pq.parse_conninfo(address.conninfo.c_str(), nullptr);
    if (options == nullptr) {
        return Error{Code::invalid, "the address of the engine is wrong"};
    }
    std::map<std::string, std::string> given = defaults();
    if (address.standby) {
        given["target_session_attrs"] = "prefer-standby";
    }
    for (const PQconninfoOption* option = options; option->keyword != nullptr; ++option) {
        if (option->val != nullptr) {
            given[option->keyword] = option->val;
        }
    }
    pq.free_conninfo(options);
    std::vector<const char*> names;
    std::vector<const char*> values;
    for (const auto& [name, value] : given) {
        names.push_back(name.c_str());
        values.push_back(value.c_str());
    }
    names.push_back(nullptr);
    values.push_back(nullptr);
    PGconn* const made = pq.connect_with(names.data(), values.data(), 0);
    auto connection = std::make_unique<Connection>(pq, made);
    if (made == nullptr || pq.status(made) != CONNECTION_OK) {
        return no_engine(one_line_of(made != nullptr ? pq.error_message(made) : "no memory"));
    }
    pq.set_notice_receiver(made, &Connection::notice, connection.get());
    if (pq.enter_pipeline_mode(made) == 0 || pq.set_nonblocking(made, 1) != 0) {
        return no_engine("it cannot take statements in a pipeline");
    }
    return connection;
}

Connection::~Connection() {
    // A child's copy is left as it is: to close it would end the parent's session.
    if (connection_ != nullptr && made_in_.is_here()) {
        pq_.finish(connection_);
    }
}

std::string Connection::setting(const char* name) const {
    const char* const value = pq_.parameter(connection_, name);
    return value != nullptr ? value : "";
}

// "committed locally, but might not have been replicated": the transaction may yet be undone.
void Connection::notice(void* self, const PGresult* result) {
    auto* const connection = static_cast<Connection*>(self);
    const char* const state = connection->pq_.error_field(result, PG_DIAG_SQLSTATE);
    if (state != nullptr && state == state_unreplicated) {
        connection->unsure_ = true;
        connection->warning_ =
            one_line_of(connection->pq_.error_field(result, PG_DIAG_MESSAGE_PRIMARY));
    }
}

Error Connection::lose() {
    lost_ = true;
    end_ = End::lost;
    return no_engine(one_line_of(pq_.error_message(connection_)));
}

Error Connection::refuse(const PGresult* result) {
    const char* const state = pq_.error_field(result, PG_DIAG_SQLSTATE);
    const char* const primary = pq_.error_field(result, PG_DIAG_MESSAGE_PRIMARY);
    const std::string_view code = state != nullptr ? state : "";
    const std::string message = one_line_of(primary);
    if (code.empty() || code.starts_with("08") || code.starts_with("57P")) {
        // The engine is going down, or libpq itself gives up.
        lost_ = true;
        end_ = End::lost;
        return no_engine(message);
    }
    end_ = code == state_again || code == state_deadlock ? End::again
           : code == state_exists                        ? End::exists
           : code == state_no_table                      ? End::no_tables
                                                         : End::refused;
    if (code == state_read_only) {
        return {Code::io, fmt::format("the engine takes nothing: {}", message),
                "a standby answers here; name the primary, or all hosts"};
    }
    const bool forbidden = code == "42501" || code.starts_with("28");
    return {forbidden ? Code::forbidden : Code::io,
            fmt::format("the engine refused: {} (SQLSTATE {})", message, code)};
}

Result<void> Connection::send(const Statement& statement) {
    std::vector<const char*> values;
    std::vector<int> sizes;
    for (const std::string& value : statement.values()) {
        values.push_back(value.data());
        sizes.push_back(static_cast<int>(value.size()));
    }
    const std::vector<int> binary(values.size(), 1);
    const int sent =
        pq_.send_query(connection_, statement.sql(), static_cast<int>(values.size()),
                       statement.types().data(), values.data(), sizes.data(), binary.data(), 1);
    return sent == 1 ? Result<void>() : Result<void>(lose());
}

// Sends what libpq holds, and takes what the engine sends meanwhile: neither waits for the other.
Result<void> Connection::push(bool wait_for_answer) {
    while (true) {
        const int left = pq_.flush(connection_);
        if (left < 0) {
            return lose();
        }
        if (left == 0 && !wait_for_answer) {
            return {};
        }
        pollfd ready{pq_.socket(connection_), POLLIN, 0};
        ready.events = static_cast<short>(POLLIN | (left > 0 ? POLLOUT : 0));
        if (::poll(&ready, 1, -1) < 0 && errno != EINTR) {
            return lose();
        }
        if ((ready.revents & (POLLIN | POLLERR | POLLHUP)) != 0) {
            if (pq_.consume_input(connection_) == 0) {
                return lose();
            }
            if (left == 0) {
                return {};
            }
        }
    }
}

Result<PGresult*> Connection::next_result() {
    while (pq_.is_busy(connection_) != 0) {
        TRY(push(true));
    }
    return pq_.get_result(connection_);
}

Result<std::vector<Rows>> Connection::run(const std::vector<Statement>& statements) {
    end_ = End::done;
    unsure_ = false;
    warning_.clear();
    if (!made_in_.is_here()) {
        end_ = End::refused;
        return Error{Code::conflict, "the store was opened in another process",
                     "open it again after fork"};
    }
    if (lost_) {
        return lose();
    }
    for (const Statement& statement : statements) {
        TRY(send(statement));
        TRY(push(false));
    }
    if (pq_.pipeline_sync(connection_) == 0) {
        return lose();
    }
    TRY(push(false));
    std::vector<Rows> answers;
    std::optional<Error> error;
    while (true) {
        PGresult* const result = TRY(next_result());
        if (result == nullptr) {
            if (pq_.status(connection_) != CONNECTION_OK) {
                return lose();
            }
            continue;  // Between two statements.
        }
        Rows rows(pq_, result);
        const ExecStatusType status = pq_.result_status(result);
        if (status == PGRES_PIPELINE_SYNC) {
            break;
        }
        if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
            answers.push_back(std::move(rows));
        } else if (status != PGRES_PIPELINE_ABORTED && !error) {
            error = refuse(result);
            if (lost_) {
                return *error;
            }
        }
    }
    if (error) {
        return *error;
    }
    if (unsure_) {
        end_ = End::unsure;
        return no_engine("it committed, and does not promise that a standby has it");
    }
    return answers;
}

}  // namespace hence::postgres
