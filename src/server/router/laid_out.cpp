#include "server/router/laid_out.h"

#include <charconv>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "views/write/fit.h"

namespace hence {
namespace {

constexpr std::size_t columns_min = 40;  // A narrower table would say nothing.

// The value of NAME=VALUE in the header, or nothing.
std::string_view value_of(std::string_view header, std::string_view name) {
    const std::size_t at = header.find(name);
    if (at == std::string_view::npos) {
        return {};
    }
    header.remove_prefix(at + name.size());
    return header.substr(0, header.find_first_of(",; "));
}

Result<void> write_fitted(const std::function<Result<void>(const Sink&)>& produce,
                          const TextLayout& layout, const Sink& sink) {
    const LayoutScope scope(layout);
    if (layout.columns == 0) {
        return produce(sink);
    }
    FittedRows rows(sink, layout.columns);
    TRY(produce([&rows](std::string_view piece) { return rows.take(piece); }));
    return rows.finish();
}

std::string fitted(const std::string& body, std::size_t columns) {
    std::string out;
    const Sink sink = [&out](std::string_view piece) -> Result<void> {
        out += piece;
        return {};
    };
    FittedRows rows(sink, columns);
    const bool whole = rows.take(body) && rows.finish();
    return whole ? out : body;
}

}  // namespace

TextLayout asked_layout(const Request& request) {
    TextLayout layout;
    if (request.form() != Form::text) {
        return layout;
    }
    const std::string_view accept = request.header("accept");
    const std::string_view columns = value_of(accept, "columns=");
    std::size_t number = 0;
    std::from_chars(columns.data(), columns.data() + columns.size(), number);
    layout.columns = number == 0 ? 0 : std::max(number, columns_min);
    layout.marks_times = value_of(accept, "times=") == "marked";
    return layout;
}

void lay_out(Response& response, const TextLayout& layout) {
    const bool plain = layout.columns == 0 && !layout.marks_times;
    if (plain || !response.content_type.starts_with("text/plain")) {
        return;
    }
    if (response.produce) {
        response.produce = [layout, produce = std::move(response.produce)](const Sink& sink) {
            return write_fitted(produce, layout, sink);
        };
    } else if (layout.columns > 0) {
        response.body = fitted(response.body, layout.columns);
    }
}

}  // namespace hence
