#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/try.h"
#include "hence/quarantine.h"
#include "model/json.h"
#include "model/text.h"
#include "views/columns.h"
#include "views/pieces.h"

namespace hence {
namespace {

constexpr std::size_t rows_per_read = 1'000;
constexpr std::size_t where_columns = 24;

// Calls `visit` for each row in turn, with a result of its own.
template <class Visit>
Result<void> each_row(const Store& store, const Visit& visit) {
    std::uint64_t last = 0;
    while (true) {
        const std::vector<QuarantineRow> rows = TRY(store.quarantine(last, rows_per_read));
        if (rows.empty()) {
            return {};
        }
        for (const QuarantineRow& row : rows) {
            TRY(visit(row));
        }
        last = rows.back().n;
    }
}

// Without the closing brace, so that more may follow.
void append_row(std::string& out, const QuarantineRow& row) {
    out += fmt::format(R"({{"n":{},"source":)", row.n);
    append_string(out, row.source);
    out += fmt::format(R"(,"line":{},"reason":)", row.line);
    append_string(out, row.reason);
    out += fmt::format(R"(,"size":{},"count":{})", row.size, row.count);
}

std::string where_text(const QuarantineRow& row) {
    const std::string source = row.source.empty() ? "-" : printable(row.source);
    return row.line == 0 ? source : fmt::format("{}:{}", source, row.line);
}

}  // namespace

Result<void> write_quarantine_json(const Store& store, const Sink& sink) {
    Pieces out(sink);
    bool first = true;
    out.text = "[";
    TRY(each_row(store, [&](const QuarantineRow& row) {
        out.text += first ? "" : ",";
        first = false;
        append_row(out.text, row);
        out.text += '}';
        return out.pass_on();
    }));
    out.text += "]\n";
    return out.finish();
}

Result<void> write_quarantine_text(const Store& store, const Sink& sink) {
    Pieces out(sink);
    bool any = false;
    TRY(each_row(store, [&](const QuarantineRow& row) {
        any = true;
        const std::string times = row.count > 1 ? fmt::format("  ({} times)", row.count) : "";
        out.text += fmt::format("{:>4}  {}  {}  ({} bytes){}\n", row.n,
                                padded(where_text(row), where_columns), printable(row.reason),
                                row.size, times);
        return out.pass_on();
    }));
    out.text += any ? "" : "Nothing is in quarantine.\n";
    return out.finish();
}

Result<void> write_quarantined_json(const Store& store, std::uint64_t n, const Sink& sink) {
    const QuarantineRow row = TRY(store.quarantined(n));
    Pieces out(sink);
    append_row(out.text, row);
    out.text += fmt::format(R"(,"sha256":"{}","bytes":")", row.sha256);
    constexpr std::size_t step = 48 * 1024;  // A multiple of 3, so that the pieces join.
    for (std::size_t at = 0; at < row.bytes.size(); at += step) {
        out.text += base64(std::string_view(row.bytes).substr(at, step));
        TRY(out.pass_on());
    }
    out.text += "\"}\n";
    return out.finish();
}

Result<void> write_quarantined_text(const Store& store, std::uint64_t n, const Sink& sink) {
    const QuarantineRow row = TRY(store.quarantined(n));
    return sink(row.bytes);
}

}  // namespace hence
