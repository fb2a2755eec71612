// `hence sql QUERY`: SQL over what was recorded.
#include <memory>
#include <utility>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "record/block_reader.h"

namespace hence {
namespace {

struct SqlArguments {
    std::string query;
    std::string query_file;
    std::string limit;
    std::string timeout;
    std::string memory;
    bool csv = false;
    bool schema = false;
};

Result<Request> sql_request_for(const SqlArguments& given) {
    if (given.schema) {
        return get({"sql", "schema"});
    }
    if (given.query.empty() == given.query_file.empty()) {
        return Error{Code::invalid, "one query is needed",
                     "hence sql 'SELECT ...', hence sql -, or hence sql --query-file FILE"};
    }
    Request request = get({"sql"});
    request.method = "POST";
    request.headers["content-type"] = "application/sql";
    const bool from_file = !given.query_file.empty() || given.query == "-";
    if (from_file) {
        request.body = TRY(read_whole(given.query == "-" ? given.query : given.query_file));
    } else {
        request.body = given.query;
    }
    with(request, "limit", given.limit);
    with(request, "timeout_ms", given.timeout);
    with(request, "memory_mb", given.memory);
    with_flag(request, "csv", given.csv);
    return request;
}

}  // namespace

void add_sql_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<SqlArguments>();
    Parser sql = app.add_subcommand("sql", "Ask in SQL, read-only");
    sql.add_option("QUERY", arguments->query, "One SELECT; - reads it from standard input");
    sql.add_option("--query-file", arguments->query_file, "A file that has the query");
    sql.add_flag("--csv", arguments->csv, "The rows as CSV");
    sql.add_flag("--schema", arguments->schema, "The tables and their columns");
    sql.add_option("--limit", arguments->limit, "How many rows at most (10000); 0: all");
    sql.add_option("--timeout", arguments->timeout, "How many milliseconds at most (10000)");
    sql.add_option("--memory", arguments->memory, "How many MB of memory at most (256)");
    sql.footer(
        "Example: hence sql 'SELECT tool, count(*) n, sum(failed) FROM tool_calls GROUP BY tool'\n"
        "         hence sql --schema\n"
        "         hence sql --csv - < query.sql > rows.csv");
    sql.callback([&command, arguments] {
        command = [arguments](Context& context) -> Result<int> {
            Request request = TRY(sql_request_for(*arguments));
            return context.ask(std::move(request), "sql");
        };
    });
}

}  // namespace hence
