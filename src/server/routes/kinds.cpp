// The table of kinds: what the page and other programs need to know of each kind of event.
#include "model/kinds.h"

#include <string>

#include <fmt/format.h>

#include "model/json/writer.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

void append_kind(JsonWriter& json, const KindRow& row) {
    json.begin_object().member("kind", row.name).member("label", row.label);
    json.member("group", name_of(row.group)).member("colour", row.colour);
    json.key("fields").begin_list();
    for (const KindField& field : row.fields) {
        json.begin_object().member("name", field.name).member("expected", field.expected);
        json.end_object();
    }
    json.end_list().member("wants_rationale", row.wants_rationale);
    json.member("beginning", row.beginning).end_object();
}

Result<Response> answer_kinds(const App&, const Request& request, const std::string&) {
    std::string text;
    std::string body;
    JsonWriter json(body);
    json.begin_list();
    for (const KindRow& row : kinds()) {
        text += fmt::format("{:<18} {}", row.name, row.label);
        for (const KindField& field : row.fields) {
            text += fmt::format("{}{}{}", field.name == row.fields.front().name ? ": " : ", ",
                                field.name, field.expected ? "*" : "");
        }
        text += '\n';
        append_kind(json, row);
    }
    json.end_list();
    return request.form() == Form::text ? text_response(std::move(text))
                                        : json_response(body + "\n");
}

constexpr SchemaText kinds_schemas[] = {
    {"Kind",
     "kind:s label:s group:(call|reasoning|exchange|result|boundary|wrapper|graph|remark) "
     "colour:s fields:[KindField] wants_rationale:b beginning:b",
     "A kind of event that has known fields; any other kind is stored and shown, too."},
    {"KindField", "name:s expected:b"},
};

}  // namespace

RouteTable kinds_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/kinds",
                 TokenScope::read,
                 answer_kinds,
                 {.name = "kinds",
                  .summary = "The kinds of events that have known fields",
                  .gives = "json=[Kind] text",
                  .command = "kinds"}},
            },
        .schemas = kinds_schemas,
    };
}

}  // namespace hence
