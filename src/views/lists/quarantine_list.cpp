// The rows of the quarantine, as a list and one by one. Refused bytes are shown exactly as they
// came, so that somebody can mend and record them again.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/try.h"
#include "hence/quarantine.h"
#include "model/text.h"
#include "views/write/columns.h"
#include "views/write/pieces.h"

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
void begin_row(JsonWriter& json, const QuarantineRow& row) {
    json.begin_object().member("n", row.n).member("source", row.source);
    json.member("line", row.line).member("reason", row.reason);
    json.member("size", row.size).member("count", row.count);
}

std::string where_text(const QuarantineRow& row) {
    const std::string source = row.source.empty() ? "-" : printable(row.source);
    return row.line == 0 ? source : fmt::format("{}:{}", source, row.line);
}

}  // namespace

Result<void> write_quarantine_json(const Store& store, const Sink& sink) {
    Pieces out(sink);
    out.json.begin_list();
    TRY(each_row(store, [&out](const QuarantineRow& row) {
        begin_row(out.json, row);
        out.json.end_object();
        return out.pass_on();
    }));
    out.json.end_list().end_line();
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
    begin_row(out.json, row);
    out.json.member("sha256", row.sha256).key("bytes").text() += '"';
    // A multiple of 3, so that the pieces join.
    constexpr std::size_t step = std::size_t{48} * 1024;
    for (std::size_t at = 0; at < row.bytes.size(); at += step) {
        out.text += base64(std::string_view(row.bytes).substr(at, step));
        TRY(out.pass_on());
    }
    out.text += '"';
    out.json.end_object().end_line();
    return out.finish();
}

Result<void> write_quarantined_text(const Store& store, std::uint64_t n, const Sink& sink) {
    const QuarantineRow row = TRY(store.quarantined(n));
    return sink(row.bytes);
}

}  // namespace hence
