// The documents of OTLP over JSON, and what else goes by that name: the one before scopes were
// called scopes, the one whose keys are spelled as in the .proto files, and single ResourceSpans.
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/try.h"
#include "formats/otlp/decode/delivery.h"
#include "formats/otlp/decode/json_items.h"
#include "formats/otlp/decode/json_values.h"
#include "formats/otlp/decode/telemetry.h"

namespace hence {
namespace {

// The names that lists go by, in camelCase.
using Names = std::array<std::string_view, 2>;
struct ListNames {
    Names resources;
    Names scopes;
    Names items;
};
constexpr ListNames trace_lists{
    {"resourceSpans"}, {"scopeSpans", "instrumentationLibrarySpans"}, {"spans"}};
constexpr ListNames log_lists{
    {"resourceLogs"}, {"scopeLogs", "instrumentationLibraryLogs"}, {"logRecords", "logs"}};
constexpr ListNames metric_lists{
    {"resourceMetrics"}, {"scopeMetrics", "instrumentationLibraryMetrics"}, {"metrics"}};

bool spells_any(std::string_view token, const Names& names) {
    return token_spells(token, names[0]) || (!names[1].empty() && token_spells(token, names[1]));
}

// Of whom the elements of one of the two outer levels are.
struct Level {
    Json about = {};
    Json schema_url = {};
};

Level level_in(Json object, const Names& about) {
    Level level;
    MemberReader reader(object.raw());
    std::string_view token;
    std::string_view value;
    while (reader.next(token, value)) {
        if (Json(value).present() && spells_any(token, about)) {
            level.about = Json(value);
        } else if (token_spells(token, "schemaUrl")) {
            level.schema_url = Json(value);
        }
    }
    return level;
}

// Calls `visit` for each member of one of these names, and returns whether there was any.
template <class Visit>
bool each_list(Json object, const Names& names, const Visit& visit) {
    bool any = false;
    MemberReader reader(object.raw());
    std::string_view token;
    std::string_view value;
    while (reader.next(token, value)) {
        if (Json(value).present() && spells_any(token, names)) {
            any = true;
            visit(Json(value));
        }
    }
    return any;
}

// The same for each element of such lists. A value that is no list has no elements.
template <class Visit>
void each_in(Json object, const Names& names, const Visit& visit) {
    each_list(object, names, [&visit](Json list) {
        ElementReader elements(list.raw());
        std::string_view element;
        while (elements.next(element)) {
            visit(Json(element));
        }
    });
}

Result<void> take_scope_name(Json value, Origin& origin, Arena& arena) {
    origin.scope_name = TRY(json_text(value, arena));
    return {};
}

Result<void> take_scope_version(Json value, Origin& origin, Arena& arena) {
    origin.scope_version = TRY(json_text(value, arena));
    return {};
}

Result<void> take_scope_attributes(Json value, Origin& origin, Arena& arena) {
    origin.scope = TRY(json_attributes(value, arena));
    return {};
}

Result<void> take_resource_attributes(Json value, Attributes& attributes, Arena& arena) {
    attributes = TRY(json_attributes(value, arena));
    return {};
}

constexpr std::array scope_members = {
    JsonMember<Origin>{"name", take_scope_name},
    JsonMember<Origin>{"version", take_scope_version},
    JsonMember<Origin>{"attributes", take_scope_attributes},
};
constexpr std::array resource_members = {
    JsonMember<Attributes>{"attributes", take_resource_attributes},
};

Result<Attributes> read_resource(Json resource, Arena& arena) {
    Attributes attributes;
    if (resource.present()) {
        TRY(take_members(resource, resource_members, attributes, arena));
    }
    TRY(arena.check());
    return attributes;
}

// A schema's URL that is no text is nothing to lose a span for.
std::string_view url_of(Json schema_url, Arena& arena) {
    const Result<std::string_view> url = json_text(schema_url, arena);
    return url ? *url : std::string_view();
}

Result<Origin> read_scope(const Level& level, Arena& arena) {
    Origin origin;
    if (level.about.present()) {
        TRY(take_members(level.about, scope_members, origin, arena));
    }
    TRY(arena.check());
    origin.schema_url = url_of(level.schema_url, arena);
    return origin;
}

const Error no_object{Code::invalid, " is no object"};
const Error no_list{Code::invalid, " holds something else than a list"};

class DocumentReader {
public:
    DocumentReader(const ListNames& names, Delivery& delivery)
        : names_(names), delivery_(delivery) {}

    Result<void> read(Json document) {
        if (!document.is_object()) {
            return Error{Code::invalid, "the document is no JSON object"};
        }
        bool lists = true;
        const bool any = each_list(document, names_.resources,
                                   [&lists](Json list) { lists = lists && list.is_array(); });
        if (!lists) {
            return Error{Code::invalid, std::string(names_.resources[0]) + " is no list"};
        }
        if (!any && each_list(document, names_.scopes, [](Json) {})) {
            read_resource_scopes(document);
        }
        each_in(document, names_.resources, [this](Json each) { read_resource_scopes(each); });
        return delivery_.end();
    }

private:
    void read_resource_scopes(Json object) {
        delivery_.begin_resource();
        if (!object.is_object()) {
            return delivery_.refuse_resource(no_object, object.raw());
        }
        const Level level = level_in(object, {"resource"});
        Arena& arena = delivery_.resource_arena();
        delivery_.set_resource(read_resource(level.about, arena), url_of(level.schema_url, arena));
        each_list(object, names_.scopes, [&](Json list) {
            if (!list.is_array()) {
                delivery_.refuse_resource(no_list, object.raw());
            }
        });
        each_in(object, names_.scopes, [this](Json each) { read_scope_items(each); });
    }

    void read_scope_items(Json object) {
        delivery_.begin_scope();
        if (!object.is_object()) {
            return delivery_.refuse_scope(no_object, object.raw());
        }
        const Level level = level_in(object, {"scope", "instrumentationLibrary"});
        delivery_.set_scope(read_scope(level, delivery_.scope_arena()));
        each_list(object, names_.items, [&](Json list) {
            if (!list.is_array()) {
                delivery_.refuse_scope(no_list, object.raw());
            }
        });
        each_in(object, names_.items, [this](Json each) { delivery_.item(each.raw()); });
    }

    const ListNames& names_;
    Delivery& delivery_;
};

std::uint64_t points_of_metric(Json metric) {
    std::uint64_t points = 0;
    for (const std::string_view type :
         {"gauge", "sum", "histogram", "exponentialHistogram", "summary"}) {
        each_list(metric, {type}, [&points](Json data) {
            each_in(data, {"dataPoints"}, [&points](Json) { ++points; });
        });
    }
    return points;
}

}  // namespace

Result<void> read_traces_json(Json document, const TelemetrySink& sink) {
    Delivery delivery(trace_names, {.span = read_span_json}, sink, document.raw().size());
    return DocumentReader(trace_lists, delivery).read(document);
}

Result<void> read_logs_json(Json document, const TelemetrySink& sink) {
    Delivery delivery(log_names, {.log = read_record_json}, sink, document.raw().size());
    return DocumentReader(log_lists, delivery).read(document);
}

std::uint64_t count_points_json(Json document) {
    std::uint64_t points = 0;
    each_in(document, metric_lists.resources, [&](Json resource) {
        each_in(resource, metric_lists.scopes, [&](Json scope) {
            each_in(scope, metric_lists.items,
                    [&](Json metric) { points += points_of_metric(metric); });
        });
    });
    return points;
}

}  // namespace hence
