#include "formats/otlp/translate/span_fields.h"

#include <utility>

#include <fmt/format.h>

#include "hence/time.h"
#include "model/json/json.h"

namespace hence {
namespace {

constexpr std::uint64_t nanos_per_second = 1'000'000'000;
constexpr std::uint64_t nanos_per_ms = 1'000'000;

void add_member(std::string& object, std::string_view name, std::string_view json) {
    object += object.empty() ? '{' : ',';
    append_string(object, name);
    object += ':';
    object += json;
}

void add_text(std::string& object, std::string_view name, std::string_view text) {
    if (!text.empty()) {
        std::string token;
        append_string(token, text);
        add_member(object, name, token);
    }
}

void add_object(std::string& object, std::string_view name, std::string_view json) {
    if (!json.empty()) {
        add_member(object, name, json);
    }
}

}  // namespace

std::string time_of_nanos(std::uint64_t nanos) {
    Time time;
    time.seconds = static_cast<std::int64_t>(nanos / nanos_per_second);
    time.nanos = static_cast<std::uint32_t>(nanos % nanos_per_second);
    time.digits = 9;
    return to_string(time);
}

std::string ms_of_nanos(std::uint64_t nanos) {
    std::string ms = std::to_string(nanos / nanos_per_ms);
    const std::uint64_t rest = nanos % nanos_per_ms;
    if (rest != 0) {
        ms += fmt::format(".{:06}", rest);
        ms.erase(ms.find_last_not_of('0') + 1);
    }
    return ms;
}

std::string attributes_json(const Attributes& attributes,
                            const std::function<bool(std::string_view)>& left_out) {
    std::string json;
    for (const Attribute& attribute : attributes.all()) {
        if (!attribute.value.raw().empty() && (!left_out || !left_out(attribute.key))) {
            add_member(json, attribute.key, attribute.value.raw());
        }
    }
    json += json.empty() ? "" : "}";
    return json;
}

void add_origin(Fields& fields, const Origin& origin) {
    if (!origin.printed) {
        std::string scope;
        add_text(scope, "name", origin.scope_name);
        add_text(scope, "version", origin.scope_version);
        add_text(scope, "schema_url", origin.schema_url);
        add_object(scope, "attributes", attributes_json(origin.scope));
        scope += scope.empty() ? "" : "}";
        origin.printed = {std::move(scope), attributes_json(origin.resource)};
    }
    fields.value("scope", Json(origin.printed->scope));
    fields.value("resource", Json(origin.printed->resource));
}

void add_dropped(Fields& fields, std::string_view what, std::uint32_t count) {
    if (count > 0) {
        fields.value(fmt::format("dropped_{}_count", what), Json(std::to_string(count)));
    }
}

}  // namespace hence
