// What lies in the spool of a store, and what keeps it from being taken.
#include "record/spool/spool.h"

#include <fmt/format.h>

#include "base/try.h"
#include "model/json/writer.h"
#include "model/text.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

// The router has seen to it that the spool was taken before.
struct SpoolAnswer {
    std::vector<SpoolRow> files;
    std::vector<std::string> problems;
    std::uint64_t last_seq = 0;

    explicit SpoolAnswer(const App& app) : last_seq(app.store.last_seq()) {
        if (app.spool != nullptr) {
            files = app.spool->rows();
            problems = app.spool->problems();
        }
    }
    std::uint64_t waiting() const {
        std::uint64_t bytes = 0;
        for (const SpoolRow& row : files) {
            bytes += row.bytes - row.taken;
        }
        return bytes;
    }
};

std::string spool_text(const SpoolAnswer& spool) {
    std::string text = fmt::format("Spool: {} file{}, {} bytes wait\n", spool.files.size(),
                                   spool.files.size() == 1 ? "" : "s", spool.waiting());
    for (const SpoolRow& row : spool.files) {
        text += fmt::format("{}  {} of {} bytes, {} stored, {} quarantined{}\n",
                            printable(row.file), row.taken, row.bytes, row.stored, row.quarantined,
                            row.open ? ", its writer lives" : "");
    }
    for (const std::string& problem : spool.problems) {
        text += "! " + printable(problem) + "\n";
    }
    return text;
}

std::string spool_json(const SpoolAnswer& spool) {
    std::string body;
    JsonWriter json(body);
    json.begin_object().key("files").begin_list();
    for (const SpoolRow& row : spool.files) {
        json.begin_object().member("file", row.file).member("bytes", row.bytes);
        json.member("taken", row.taken).member("lines", row.lines).member("stored", row.stored);
        json.member("quarantined", row.quarantined).member("last_seq", row.last_seq);
        json.member("open", row.open).member("problem", OrNull{row.problem}).end_object();
    }
    json.end_list().member("waiting_bytes", spool.waiting()).member("last_seq", spool.last_seq);
    json.key("problems").begin_list();
    for (const std::string& problem : spool.problems) {
        json.value(problem);
    }
    json.end_list().end_object().end_line();
    return body;
}

Result<Response> answer_spool(const App& app, const Request& request, const std::string&) {
    const SpoolAnswer spool(app);
    return request.form() == Form::text ? text_response(spool_text(spool))
                                        : json_response(spool_json(spool));
}

constexpr SchemaText spool_schemas[] = {
    {"Spool", "files:[SpoolFile] waiting_bytes:i last_seq:i problems:[s]",
     "What agents have written to files beside the store."},
    {"SpoolFile",
     "file:s bytes:i taken:i lines:i stored:i quarantined:i last_seq:i open:b problem:s?"},
};

}  // namespace

RouteTable spool_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/spool",
                 TokenScope::read,
                 answer_spool,
                 {.name = "spool",
                  .summary = "What lies in the spool, and how much of it is in the store",
                  .gives = "json=Spool text",
                  .command = "spool"}},
            },
        .schemas = spool_schemas,
    };
}

}  // namespace hence
