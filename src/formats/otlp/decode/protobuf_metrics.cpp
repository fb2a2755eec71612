#include <cstdint>

#include "base/try.h"
#include "formats/otlp/decode/protobuf_values.h"
#include "formats/otlp/decode/telemetry.h"

namespace hence {
namespace {

using protozero::pbf_reader;

// Whatever its type (gauge 5, sum 7, histogram 9, exponential histogram 10, summary 11), the data
// points of a metric are field 1 of it.
std::uint64_t points_of_metric(std::string_view bytes) {
    std::uint64_t points = 0;
    pbf_reader metric = protobuf(bytes);
    while (metric.next()) {
        switch (metric.tag_and_type()) {
            case length_field(5):
            case length_field(7):
            case length_field(9):
            case length_field(10):
            case length_field(11): {
                pbf_reader data = protobuf(bytes_of(metric));
                while (data.next(1, protozero::pbf_wire_type::length_delimited)) {
                    data.skip();
                    ++points;
                }
                break;
            }
            default: metric.skip();
        }
    }
    return points;
}

// The sum of `count` over the fields of that number.
template <class Count>
std::uint64_t sum_over(std::string_view bytes, protozero::pbf_tag_type number, const Count& count) {
    std::uint64_t sum = 0;
    pbf_reader reader = protobuf(bytes);
    while (reader.next(number, protozero::pbf_wire_type::length_delimited)) {
        sum += count(bytes_of(reader));
    }
    return sum;
}

std::uint64_t points_of_scope(std::string_view bytes) {
    return sum_over(bytes, 2, points_of_metric);
}

std::uint64_t points_of_resource(std::string_view bytes) {
    return sum_over(bytes, 2, points_of_scope);
}

}  // namespace

Result<std::uint64_t> count_points_protobuf(std::string_view message) {
    Result<std::uint64_t> points = guarded(
        [&]() -> Result<std::uint64_t> { return sum_over(message, 1, points_of_resource); });
    if (!points) {
        return Error{Code::invalid, "the message" + points.error().message,
                     "send an ExportMetricsServiceRequest"};
    }
    return points;
}

}  // namespace hence
