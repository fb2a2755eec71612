#include "formats/otlp/decode/protobuf_values.h"

#include <cmath>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/try.h"

namespace hence {
namespace {

// The numbers of the fields of AnyValue.
enum class Case : std::uint8_t {
    none = 0,
    text = 1,
    boolean = 2,
    integer = 3,
    floating = 4,
    list = 5,
    object = 6,
    bytes = 7,
};

struct AnyValue {
    Case which = Case::none;
    std::string_view bytes = {};
    std::uint64_t integer = 0;
    double floating = 0;
};

// If several fields of a oneof are sent, the last one counts.
AnyValue any_value_in(std::string_view message) {
    AnyValue value;
    protozero::pbf_reader reader = protobuf(message);
    while (reader.next()) {
        switch (reader.tag_and_type()) {
            case length_field(1):
            case length_field(5):
            case length_field(6):
            case length_field(7):
                value.which = static_cast<Case>(reader.tag());
                value.bytes = bytes_of(reader);
                break;
            case varint_field(2):
            case varint_field(3):
                value.which = static_cast<Case>(reader.tag());
                value.integer = reader.get_uint64();
                break;
            case fixed64_field(4):
                value.which = Case::floating;
                value.floating = reader.get_double();
                break;
            default: reader.skip();
        }
    }
    return value;
}

struct KeyValue {
    std::string_view key = {};
    std::string_view value = {};
};

KeyValue key_value_in(std::string_view message) {
    KeyValue pair;
    protozero::pbf_reader reader = protobuf(message);
    while (reader.next()) {
        switch (reader.tag_and_type()) {
            case length_field(1): pair.key = bytes_of(reader); break;
            case length_field(2): pair.value = bytes_of(reader); break;
            default: reader.skip();
        }
    }
    return pair;
}

void append_double(std::string& out, double value) {
    if (std::isnan(value)) {
        out += R"("NaN")";
    } else if (std::isinf(value)) {
        out += value > 0 ? R"("Infinity")" : R"("-Infinity")";
    } else {
        append_number(out, value);
    }
}

bool is_container(const AnyValue& value) {
    return value.which == Case::list || value.which == Case::object;
}

// Appends a value that holds no others.
void append_scalar(std::string& out, const AnyValue& value, Arena& arena) {
    switch (value.which) {
        case Case::text: arena.append_string(out, value.bytes); break;
        case Case::boolean: out += value.integer != 0 ? "true" : "false"; break;
        case Case::integer:
            fmt::format_to(std::back_inserter(out), "{}", static_cast<std::int64_t>(value.integer));
            break;
        case Case::floating: append_double(out, value.floating); break;
        case Case::bytes: arena.append_string(out, base64(value.bytes)); break;
        case Case::none:
        case Case::list:
        case Case::object: out += "null"; break;
    }
}

// A list or object whose elements are being written.
struct Open {
    protozero::pbf_reader elements;
    bool object = false;
    bool first = true;
};

// Writes a list or an object with all that it holds. Keeps a stack of its own, for the nesting is
// whatever somebody sent.
class ContainerWriter {
public:
    explicit ContainerWriter(Arena& arena) : arena_(arena) {}

    Result<std::string> write(const AnyValue& container) {
        TRY(open(container));
        while (!open_.empty()) {
            Open& innermost = open_.back();
            if (!innermost.elements.next(1, protozero::pbf_wire_type::length_delimited)) {
                out_ += innermost.object ? '}' : ']';
                open_.pop_back();
                continue;
            }
            TRY(arena_.admit());
            const AnyValue value = next_value(innermost);
            if (is_container(value)) {
                TRY(open(value));
            } else {
                append_scalar(out_, value, arena_);
            }
        }
        return std::move(out_);
    }

private:
    Result<void> open(const AnyValue& container) {
        if (open_.size() == attribute_depth_max) {
            return Error{Code::limit,
                         fmt::format(" nests deeper than {} levels", attribute_depth_max)};
        }
        const bool object = container.which == Case::object;
        out_ += object ? '{' : '[';
        open_.push_back({protobuf(container.bytes), object});
        return {};
    }

    // Writes what stands before it: a comma, a name.
    AnyValue next_value(Open& innermost) {
        if (!innermost.first) {
            out_ += ',';
        }
        innermost.first = false;
        const std::string_view element = bytes_of(innermost.elements);
        if (!innermost.object) {
            return any_value_in(element);
        }
        const KeyValue pair = key_value_in(element);
        arena_.append_string(out_, pair.key);
        out_ += ':';
        return any_value_in(pair.value);
    }

    Arena& arena_;
    std::string out_;
    std::vector<Open> open_;
};

}  // namespace

Result<Json> protobuf_value(std::string_view any_value, Arena& arena) {
    const AnyValue value = any_value_in(any_value);
    if (value.which == Case::text) {
        return arena.string(value.bytes);
    }
    if (is_container(value)) {
        const std::string json = TRY(ContainerWriter(arena).write(value));
        return Json(arena.keep(json));
    }
    std::string json;
    append_scalar(json, value, arena);
    return Json(arena.keep(json));
}

Result<void> add_protobuf_attribute(std::string_view key_value, Arena& arena,
                                    std::vector<Attribute>& attributes) {
    TRY(arena.admit());
    const KeyValue pair = key_value_in(key_value);
    Result<Json> value = protobuf_value(pair.value, arena);
    if (!value) {
        return Error{value.error().code, fmt::format(".attributes[{}].value{}", attributes.size(),
                                                     value.error().message)};
    }
    attributes.push_back({arena.text(pair.key), *value});
    return {};
}

}  // namespace hence
