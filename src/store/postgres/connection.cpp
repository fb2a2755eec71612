#include "store/postgres/connection.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
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
constexpr std::string_view state_no_statement = "26000";
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

constexpr int binary = 1;

// A statement is planned again when it is used for the so-manieth time. What it was prepared as
// before stays with the connection, unused.
constexpr std::size_t planned_again[] = {8, 64, 512, 4'096};

// Of one text with values of other types another statement is prepared.
std::string with_types(const Statement& statement) {
    return fmt::format("{} {}", statement.sql(), fmt::join(statement.types(), " "));
}

// The values of a statement as libpq takes them.
class Values {
public:
    explicit Values(const Statement& statement) : formats_(statement.parameters(), binary) {
        for (const std::string& value : statement.values()) {
            values_.push_back(value.data());
            sizes_.push_back(static_cast<int>(value.size()));
        }
    }

    int count() const { return static_cast<int>(values_.size()); }
    const char* const* values() const { return values_.data(); }
    const int* sizes() const { return sizes_.data(); }
    const int* formats() const { return formats_.data(); }

private:
    std::vector<const char*> values_;
    std::vector<int> sizes_;
    std::vector<int> formats_;
};

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
    if (code.empty() || code.starts_with("08") || code.starts_with("57P") ||
        code == state_no_statement) {
        // The engine is going down, or libpq itself gives up, or somebody between gave the session
        // to another one and what was prepared is gone.
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

// The engine undoes a setting together with the transaction that made it, so that an error between
// the two leaves none behind.
Result<void> Connection::send(const Statement& statement) {
    const bool is_setting = statement.parameters() == 0;
    if (!plans_once_ || is_setting) {
        sent_.emplace_back();
        return send_as_it_is(statement);
    }
    if (!statement.is_planned_for_values()) {
        return send_prepared(statement);
    }
    sent_.push_back({Sent::What::setting});
    TRY(send_as_it_is(Statement("SET plan_cache_mode = force_custom_plan")));
    sent_.emplace_back();
    TRY(send_as_it_is(statement));
    sent_.push_back({Sent::What::setting});
    return send_as_it_is(Statement("SET plan_cache_mode = force_generic_plan"));
}

Result<void> Connection::send_as_it_is(const Statement& statement) {
    const Values values(statement);
    const int sent =
        pq_.send_query(connection_, statement.sql(), values.count(), statement.types().data(),
                       values.values(), values.sizes(), values.formats(), binary);
    return sent == 1 ? Result<void>() : Result<void>(lose());
}

Result<void> Connection::send_prepared(const Statement& statement) {
    const Values values(statement);
    const std::string key = with_types(statement);
    auto& [name, uses] = prepared_[key];
    ++uses;
    if (name.empty() || std::ranges::find(planned_again, uses) != std::end(planned_again)) {
        name = fmt::format("hence_{}", ++names_);
        sent_.push_back({Sent::What::preparation, key});
        if (pq_.send_prepare(connection_, name.c_str(), statement.sql(), values.count(),
                             statement.types().data()) != 1) {
            return lose();
        }
    }
    sent_.emplace_back();
    return pq_.send_prepared(connection_, name.c_str(), values.count(), values.values(),
                             values.sizes(), values.formats(), binary) == 1
               ? Result<void>()
               : Result<void>(lose());
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

Result<void> Connection::send_ahead(const std::vector<Statement>& statements) {
    end_ = End::done;
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
    return {};
}

Result<std::vector<Rows>> Connection::run(const std::vector<Statement>& statements) {
    TRY(start(statements));
    return finish();
}

Result<void> Connection::start(const std::vector<Statement>& statements) {
    unsure_ = false;
    warning_.clear();
    TRY(send_ahead(statements));
    return pq_.pipeline_sync(connection_) == 0 ? Result<void>(lose()) : push(false);
}

Result<std::vector<Rows>> Connection::finish() {
    const std::vector<Sent> sent = std::move(sent_);
    sent_.clear();
    std::vector<Rows> answers;
    std::optional<Error> error;
    std::size_t next = 0;  // Of what was sent.
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
        const Sent& answered = sent[next++];
        const bool done = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
        if (done && answered.what == Sent::What::statement) {
            answers.push_back(std::move(rows));
        }
        if (!done && answered.what == Sent::What::preparation) {
            prepared_.erase(answered.key);
        }
        if (!done && status != PGRES_PIPELINE_ABORTED && !error) {
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
