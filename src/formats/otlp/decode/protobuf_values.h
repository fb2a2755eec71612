// Attributes and values as protobuf has them.
//
// Protozero throws where bytes end too early or are impossible, and so may the functions here that
// read with it. The functions that other files call catch this with `guarded` and return an error.
#pragma once

#include <string_view>
#include <vector>

#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>
#include <protozero/types.hpp>

#include "formats/otlp/decode/arena.h"
#include "formats/otlp/decode/telemetry.h"

namespace hence {

// A field of that number as it must be sent; under the same number, anything else is unknown.
constexpr std::uint32_t length_field(protozero::pbf_tag_type number) {
    return protozero::tag_and_type(number, protozero::pbf_wire_type::length_delimited);
}
constexpr std::uint32_t varint_field(protozero::pbf_tag_type number) {
    return protozero::tag_and_type(number, protozero::pbf_wire_type::varint);
}
constexpr std::uint32_t fixed64_field(protozero::pbf_tag_type number) {
    return protozero::tag_and_type(number, protozero::pbf_wire_type::fixed64);
}

inline protozero::pbf_reader protobuf(std::string_view message) {
    return protozero::pbf_reader(protozero::data_view(message.data(), message.size()));
}

// The bytes of the current field.
inline std::string_view bytes_of(protozero::pbf_reader& message) {
    const protozero::data_view view = message.get_view();
    return {view.data(), view.size()};
}

// What `read` returns, or " is cut short" and the like where protozero threw.
template <class Read>
auto guarded(const Read& read) -> decltype(read()) {
    try {
        return read();
    } catch (const protozero::end_of_buffer_exception&) {
        return Error{Code::invalid, " is cut short"};
    } catch (const protozero::exception& error) {
        return Error{Code::invalid, std::string(" is not protobuf: ") + error.what()};
    }
}

// The JSON of an AnyValue.
Result<Json> protobuf_value(std::string_view any_value, Arena& arena);

// Adds what one KeyValue says.
Result<void> add_protobuf_attribute(std::string_view key_value, Arena& arena,
                                    std::vector<Attribute>& attributes);

}  // namespace hence
