// SQL over what was recorded.
#include "hence/sql.h"

#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/json/json.h"
#include "model/text.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

constexpr std::size_t sql_body_depth_max = 2;
constexpr std::string_view sql_body_hint = R"(send {"query":"SELECT ..."}, or the query as it is)";

Error sql_body_error(std::string message) {
    return {Code::invalid, std::move(message), std::string(sql_body_hint)};
}

Result<std::uint64_t> whole_number_in(Json value, std::string_view key) {
    const std::optional<double> number = value.number();
    constexpr double exact_max = 9e15;
    if (!number || *number < 0 || *number > exact_max ||
        static_cast<double>(static_cast<std::uint64_t>(*number)) != *number) {
        return sql_body_error(fmt::format("{} in the body must be a whole number", key));
    }
    return static_cast<std::uint64_t>(*number);
}

// {"query","limit","timeout_ms","memory_mb"}
Result<void> take_object(std::string_view text, SqlRequest& asked) {
    const Result<std::string> body = minify(text, sql_body_depth_max);
    if (!body) {
        return sql_body_error("the body is no JSON: " + body.error().message);
    }
    if (!Json(*body).is_object()) {
        return sql_body_error("the body is no JSON object");
    }
    std::optional<Error> wrong;
    Json(*body).each_member([&](std::string_view name, Json value) {
        std::uint64_t* const number = name == "limit"        ? &asked.limit
                                      : name == "timeout_ms" ? &asked.timeout_ms
                                      : name == "memory_mb"  ? &asked.memory_mb
                                                             : nullptr;
        if (name == "query" && value.is_string()) {
            asked.query = value.string().value_or("");
        } else if (name == "query") {
            wrong = sql_body_error("query in the body must be a string");
        } else if (number == nullptr) {
            wrong = Error{Code::invalid, hence::quoted(name) + " is no key of this body",
                          "there are query, limit, timeout_ms, memory_mb"};
        } else if (value.present()) {
            const Result<std::uint64_t> given = whole_number_in(value, name);
            given ? * number = *given : *number;
            wrong = given ? wrong : given.error();
        }
        return !wrong;
    });
    return wrong ? Result<void>(*wrong) : Result<void>();
}

Result<SqlRequest> sql_request(const Request& request) {
    SqlRequest asked;
    asked.limit = TRY(number_parameter(request, "limit", asked.limit));
    asked.timeout_ms = TRY(number_parameter(request, "timeout_ms", asked.timeout_ms));
    asked.memory_mb = TRY(number_parameter(request, "memory_mb", asked.memory_mb));
    const std::size_t begin = request.body.find_first_not_of(" \t\r\n");
    // No query begins with a brace.
    if (begin != std::string::npos && request.body[begin] == '{') {
        TRY(take_object(request.body, asked));
    } else {
        asked.query = request.body;
    }
    if (asked.query.find_first_not_of(" \t\r\n") == std::string::npos) {
        return sql_body_error("there is no query");
    }
    return asked;
}

Result<Response> answer_sql(const App& app, const Request& request, const std::string&) {
    const SqlRequest asked = TRY(sql_request(request));
    SqlAnswer worked_out = TRY(sql(app.store, asked));
    const auto answer = std::make_shared<SqlAnswer>(std::move(worked_out));
    if (request.flag("csv") || request.header("accept") == "text/csv") {
        Response response;
        response.content_type = "text/csv; charset=utf-8; header=present";
        response.produce = [answer](const Sink& sink) { return answer->write_csv(sink); };
        return response;
    }
    const Form form = request.form();
    return streamed_line(form, [answer, form](const Sink& sink) {
        return form == Form::text ? answer->write_text(sink) : answer->write_json(sink);
    });
}

Result<Response> answer_sql_schema(const App&, const Request& request, const std::string&) {
    return streamed_line(request.form(), request.form() == Form::text ? write_sql_schema_text
                                                                      : write_sql_schema_json);
}

constexpr ParameterText sql_takes[] = {
    ParameterText{"limit", "i", "How many rows at most: 10,000; 0 for any number."},
    ParameterText{"timeout_ms", "i", "How long it may take at most: 10,000."},
    ParameterText{"memory_mb", "i", "How much memory it may take at most: 256."},
    ParameterText{"csv", "b", "The rows as CSV; a bound that is reached ends it with an error."},
};

constexpr SchemaText sql_schemas[] = {
    {"SqlQuery", "query:s ~limit:i? ~timeout_ms:i? ~memory_mb:i?"},
    {"SqlAnswer", "columns:[s] rows:[[any]] row_count:i complete:b stopped:SqlStop?"},
    {"SqlStop", "by:(rows|time|memory) limit:i message:s", "Which bound was reached."},
    {"SqlSchema", "tables:[SqlTable]"},
    {"SqlTable", "name:s text:s columns:[SqlColumn]"},
    {"SqlColumn", "name:s type:(text|integer|real|json) text:s"},
};

}  // namespace

RouteTable sql_routes() {
    return {
        .rows =
            {
                {"POST",
                 "/api/v1/sql",
                 TokenScope::read,
                 answer_sql,
                 {.name = "sql",
                  .summary = "Answers one SELECT over what was recorded",
                  .takes = sql_takes,
                  .body = "json=SqlQuery text",
                  .gives = "json=SqlAnswer text csv",
                  .statuses = "413"}},
                {"GET",
                 "/api/v1/sql/schema",
                 TokenScope::read,
                 answer_sql_schema,
                 {.name = "sql_schema",
                  .summary = "The tables and columns of SQL",
                  .gives = "json=SqlSchema text",
                  .command = "sql --schema"}},
            },
        .schemas = sql_schemas,
    };
}

}  // namespace hence
