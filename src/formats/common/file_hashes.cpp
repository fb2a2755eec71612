#include "formats/common/file_hashes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/base64.h"
#include "base/hash.h"

namespace hence {
namespace {

// Shorter texts are left alone, unless a data URL says what they are.
constexpr std::size_t bare_bytes_min = 64;
// How far from its data the type of a file may stand.
constexpr std::size_t beside_max = 256;

std::optional<std::string> decoded(std::string_view text) {
    std::string letters;
    letters.reserve(text.size());
    for (const char c : text) {
        if (c == '\\') {
            continue;  // Of "\/".
        }
        letters += c == '+' ? '-' : c == '/' ? '_' : c;
    }
    letters.resize(letters.find_last_not_of('=') + 1);
    return from_base64url(letters);
}

// Of files that can be told by how they begin.
std::string_view type_by_bytes(std::string_view bytes) {
    using Beginning = std::pair<std::string_view, std::string_view>;
    static constexpr std::array<Beginning, 5> known{
        Beginning{"\x89PNG", "image/png"}, Beginning{"\xFF\xD8\xFF", "image/jpeg"},
        Beginning{"GIF8", "image/gif"}, Beginning{"RIFF", "image/webp"},
        Beginning{"%PDF-", "application/pdf"}};
    for (const auto& [beginning, type] : known) {
        const bool riff = beginning == "RIFF";
        if (bytes.starts_with(beginning) && (!riff || bytes.substr(8).starts_with("WEBP"))) {
            return type;
        }
    }
    return {};
}

bool is_media_type(std::string_view text) {
    return text.size() < 128 && std::ranges::all_of(text, [](char c) {
               return is_letter_or_digit(c) || c == '/' || c == '+' || c == '-' || c == '.';
           });
}

std::string said_of(std::string_view type, std::string_view bytes) {
    return fmt::format("data:{};bytes={};sha256={},", is_media_type(type) ? type : "", bytes.size(),
                       sha256_hex(bytes));
}

// Of "TYPE;base64,..." as a data URL has it behind its scheme.
std::optional<std::string> of_data_url(std::string_view text) {
    constexpr std::string_view mark = ";base64,";
    const std::size_t at = text.substr(0, beside_max).find(mark);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::optional<std::string> bytes = decoded(text.substr(at + mark.size()));
    const std::string_view type = text.substr(0, std::min(at, text.find(';')));
    return bytes ? std::optional(said_of(type, *bytes)) : std::nullopt;
}

// The text of a member in the same object, as far as no other object lies between.
std::string_view media_type_in(std::string_view members) {
    for (const std::string_view key :
         {R"("media_type":")", R"("mediaType":")", R"("mime_type":")", R"("mimeType":")"}) {
        const std::size_t at = members.find(key);
        if (at != std::string_view::npos) {
            const std::string_view value = members.substr(at + key.size());
            return value.substr(0, value.find('"'));
        }
    }
    return {};
}

// What stands around a member in its object.
std::string_view media_type_beside(std::string_view json, std::size_t key, std::size_t end) {
    const std::size_t from = key > beside_max ? key - beside_max : 0;
    std::string_view before = json.substr(from, key - from);
    before.remove_prefix(before.find_last_of("{}") + 1);  // npos + 1 is 0.
    std::string_view behind = json.substr(std::min(end + 1, json.size()), beside_max);
    behind = behind.substr(0, behind.find_first_of("{}"));
    const std::string_view type = media_type_in(before);
    return type.empty() ? media_type_in(behind) : type;
}

// Whether the text that begins behind this quote is the value of such a member.
std::optional<std::size_t> key_before(std::string_view json, std::size_t quote) {
    for (const std::string_view key :
         {R"("data":)", R"("base64":)", R"("b64_json":)", R"("result":)"}) {
        if (json.substr(0, quote).ends_with(key)) {
            return quote - key.size();
        }
    }
    return std::nullopt;
}

std::optional<std::string> of_member(std::string_view json, std::size_t quote, std::size_t end) {
    const std::string_view text = json.substr(quote + 1, end - quote - 1);
    const std::optional<std::size_t> key = key_before(json, quote);
    if (!key || text.size() < bare_bytes_min) {
        return std::nullopt;
    }
    const std::string_view type = media_type_beside(json, *key, end);
    // Decoded in full only if the beginning says that it is worth it.
    if (type.empty() && type_by_bytes(decoded(text.substr(0, 16)).value_or("")).empty()) {
        return std::nullopt;
    }
    const std::optional<std::string> bytes = decoded(text);
    if (!bytes) {
        return std::nullopt;
    }
    return said_of(type.empty() ? type_by_bytes(*bytes) : type, *bytes);
}

std::optional<std::string> of_text(std::string_view json, std::size_t quote, std::size_t end) {
    constexpr std::string_view scheme = "data:";
    const std::string_view text = json.substr(quote + 1, end - quote - 1);
    return text.starts_with(scheme) ? of_data_url(text.substr(scheme.size()))
                                    : of_member(json, quote, end);
}

// Where the text ends that begins behind this quote: at the next one that is not escaped.
std::size_t end_of_text(std::string_view json, std::size_t quote) {
    for (std::size_t at = json.find('"', quote + 1); at != std::string_view::npos;
         at = json.find('"', at + 1)) {
        std::size_t escapes = 0;
        while (json[at - 1 - escapes] == '\\') {  // The first quote ends it at the latest.
            ++escapes;
        }
        if (escapes % 2 == 0) {
            return at;
        }
    }
    return json.size();
}

}  // namespace

std::string files_by_hash(std::string json) {
    std::string out;
    std::size_t kept = 0;
    for (std::size_t quote = json.find('"'); quote != std::string::npos;) {
        const std::size_t end = end_of_text(json, quote);
        const bool long_enough = end - quote > bare_bytes_min / 2;
        const std::optional<std::string> file =
            long_enough ? of_text(json, quote, end) : std::nullopt;
        if (file) {
            out.append(json, kept, quote + 1 - kept);
            out += *file;
            kept = end;
        }
        quote = json.find('"', end + 1);
    }
    if (kept == 0) {
        return json;
    }
    return out.append(json, kept);
}

}  // namespace hence
