#include "formats/unknown.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/nearest.h"
#include "formats/formats.h"
#include "model/event_names.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t keys_shown_max = 8;
constexpr std::size_t near_shown_max = 3;
constexpr std::string_view database_shape = "an SQLite database";
constexpr std::string_view duckdb_shape = "a DuckDB database";
constexpr std::size_t duckdb_mark_at = 8;
constexpr std::size_t looked_at_bytes = 64 << 10;

bool begins_like_json(std::string_view text) {
    const std::string_view rest = trimmed_front(text);
    return rest.starts_with('{') || rest.starts_with('[');
}

// One letter too many, too few, wrong, or two that changed places.
bool misspells(std::string_view name, std::string_view key) {
    const std::size_t edits = edits_between(name, key);
    return edits <= 1 ||
           (edits == 2 && std::is_permutation(name.begin(), name.end(), key.begin(), key.end()));
}

struct Magic {
    std::string_view begins;
    std::string_view is;
};
// By the first bytes.
constexpr std::array binaries = {
    Magic{"SQLite format 3", database_shape},
    Magic{"\x7f"
          "ELF",
          "a program"},
    Magic{"\x89PNG", "a picture"},
    Magic{"\xff\xd8\xff", "a picture"},
    Magic{"%PDF", "a PDF document"},
    Magic{"PAR1", "a Parquet file"},
};

bool any_line_begins(std::string_view text, std::initializer_list<std::string_view> marks) {
    while (!text.empty()) {
        if (std::ranges::any_of(marks,
                                [text](std::string_view mark) { return text.starts_with(mark); })) {
            return true;
        }
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    }
    return false;
}

std::string shape_of(const Beginning& beginning, std::string_view text) {
    const auto known = std::ranges::find_if(
        binaries, [text](const Magic& one) { return text.starts_with(one.begins); });
    if (known != binaries.end()) {
        return std::string(known->is);
    }
    if (text.size() > duckdb_mark_at && text.substr(duckdb_mark_at).starts_with("DUCK")) {
        return std::string(duckdb_shape);
    }
    const std::string_view first = text.substr(0, looked_at_bytes);
    if (first.find('\0') != std::string_view::npos) {
        return "binary data";
    }
    const std::string_view rest = trimmed_front(first);
    if (!beginning.record().raw().empty() && begins_like_json(rest)) {
        return rest.starts_with('[')      ? "a JSON list of objects"
               : begins_as_document(text) ? "one JSON object"
                                          : "JSON lines";
    }
    if (begins_like_json(rest)) {
        return rest.starts_with('[') ? "a JSON list" : "JSON that breaks off";
    }
    if (rest.starts_with('<')) {
        return "XML or HTML";
    }
    if (any_line_begins(first, {"# ", "## ", "```"})) {
        return "Markdown";
    }
    return rest.starts_with("---\n") ? "YAML" : "plain text";
}

struct Fit {
    std::string_view name;
    std::string lacks;        // "no \"a\", no \"b\"".
    std::size_t present = 0;  // Of `marks`.
    std::size_t marks = 0;
};

Fit fit_of(const Format& format, Json record) {
    Fit fit{.name = format.name, .lacks = {}};
    std::string_view rest = format.marks;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view key = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        ++fit.marks;
        if (record[key].raw().empty()) {
            fit.lacks += fmt::format("{}no \"{}\"", fit.lacks.empty() ? "" : ", ", key);
        } else {
            ++fit.present;
        }
    }
    if (fit.lacks.empty()) {
        fit.lacks = fit.marks == 0 ? "other content" : "its values are others";
    }
    return fit;
}

std::vector<Fit> fits_of(const Beginning& beginning) {
    std::vector<Fit> fits;
    for (const Format& format : formats()) {
        fits.push_back(fit_of(format, beginning.record()));
    }
    return fits;
}

}  // namespace

std::string UnknownText::looks() const {
    if (keys.empty()) {
        return shape;
    }
    const bool more = keys.size() == keys_shown_max;
    return fmt::format("{} with the key{} {}{}", shape, keys.size() == 1 ? "" : "s",
                       fmt::join(keys, ", "), more ? ", ..." : "");
}

std::string UnknownText::remedy() const {
    if (shape == database_shape) {
        return "export its rows as JSON (sqlite3 -json FILE 'SELECT * FROM TABLE') and record them"
               " with --map FILE, which says what the columns mean";
    }
    if (shape == duckdb_shape) {
        return "Hence reads no DuckDB files: export each table as JSON (duckdb -json FILE"
               " 'SELECT * FROM decision_nodes' > nodes.json) and record nodes before edges";
    }
    return keys.empty()
               ? "--format NAME reads it as a known format"
               : "--format NAME reads it as a known format, --map FILE says what its keys mean";
}

std::string UnknownText::tried() const {
    const std::size_t others = formats().size() - near.size();
    return near.empty() ? fmt::format("none of the {} known formats fits", others)
                        : fmt::format("the nearest formats are {}; {} others were tried",
                                      fmt::join(near, ", "), others);
}

bool looks_native(const Beginning& beginning, std::string_view text) {
    std::size_t exact = 0;
    std::size_t near = 0;
    std::size_t members = 0;
    beginning.record().each_member([&](std::string_view name, Json) {
        ++members;
        if (find_event_key(name)) {
            ++exact;
        } else if (misspells(name, nearest_event_key(name).name)) {
            ++near;
        }
        return true;
    });
    if (members > 0) {
        return exact > 0 && (exact + near) * 2 > members;
    }
    return is_blank(text) || begins_like_json(text);
}

UnknownText look_at_unknown(const Beginning& beginning, std::string_view text) {
    UnknownText unknown;
    unknown.shape = shape_of(beginning, text);
    beginning.record().each_member([&unknown](std::string_view name, Json) {
        unknown.keys.push_back(printable(name));
        return unknown.keys.size() < keys_shown_max;
    });
    std::vector<Fit> fits = fits_of(beginning);
    std::erase_if(fits, [](const Fit& fit) { return fit.present == 0; });
    // By the share of what is there: a/b > c/d without a division.
    std::ranges::stable_sort(
        fits, [](const Fit& a, const Fit& b) { return a.present * b.marks > b.present * a.marks; });
    fits.resize(std::min(fits.size(), near_shown_max));
    for (const Fit& fit : fits) {
        unknown.near.push_back(fmt::format("{} ({})", fit.name, fit.lacks));
    }
    return unknown;
}

std::vector<std::string> why_no_format_fits(const Beginning& beginning) {
    std::vector<std::string> reasons;
    for (const Fit& fit : fits_of(beginning)) {
        reasons.push_back(fmt::format("{}: {}", fit.name, fit.lacks));
    }
    return reasons;
}

}  // namespace hence
