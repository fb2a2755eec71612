#include "sqlite/functions.h"

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"

namespace hence::sqlite {
namespace {

constexpr std::size_t trim_set_max = 256;
constexpr std::string_view none_found = {};

bool any_null(int count, sqlite3_value** values) {
    for (int i = 0; i < count; ++i) {
        if (sqlite3_value_type(values[i]) == SQLITE_NULL) {
            return true;
        }
    }
    return false;
}

std::string_view text_of(sqlite3_value* value) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
    const int size = sqlite3_value_bytes(value);
    return text == nullptr ? std::string_view()
                           : std::string_view(text, static_cast<std::size_t>(size));
}

// Where `part` begins in `text`, in linear time: glibc's memmem does not fall back to comparing
// everything with everything, as std::string_view::find does.
std::size_t place_of(std::string_view text, std::string_view part) {
    if (text.size() < part.size()) {
        return std::string_view::npos;
    }
    const void* found = memmem(text.data(), text.size(), part.data(), part.size());
    return found == nullptr
               ? std::string_view::npos
               : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

std::int64_t characters_in(std::string_view text) {
    std::int64_t count = 0;
    for (const char c : text) {
        count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
    }
    return count;
}

void instr(sqlite3_context* context, int count, sqlite3_value** values) {
    if (any_null(count, values)) {
        return;
    }
    const std::string_view text = text_of(values[0]);
    const std::string_view part = text_of(values[1]);
    const std::size_t place = part.empty() ? 0 : place_of(text, part);
    sqlite3_result_int64(
        context, place == std::string_view::npos ? 0 : characters_in(text.substr(0, place)) + 1);
}

void replace(sqlite3_context* context, int count, sqlite3_value** values) {
    if (any_null(count, values)) {
        return;
    }
    std::string_view text = text_of(values[0]);
    const std::string_view part = text_of(values[1]);
    const std::string_view with = text_of(values[2]);
    const auto size_max = static_cast<std::size_t>(
        sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1));
    std::string out;
    while (!part.empty()) {
        const std::size_t place = place_of(text, part);
        if (place == std::string_view::npos) {
            break;
        }
        out += text.substr(0, place);
        out += with;
        text.remove_prefix(place + part.size());
        if (out.size() > size_max) {
            sqlite3_result_error_toobig(context);
            return;
        }
    }
    out += text;
    sqlite3_result_text64(context, out.data(), out.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

std::vector<std::string_view> characters_of(std::string_view set) {
    std::vector<std::string_view> characters;
    while (!set.empty()) {
        const std::size_t size = first_character(set).size;
        characters.push_back(set.substr(0, size));
        set.remove_prefix(size);
    }
    return characters;
}

std::string_view at_start(std::string_view text, const std::vector<std::string_view>& set) {
    for (const std::string_view character : set) {
        if (text.starts_with(character)) {
            return character;
        }
    }
    return none_found;
}

std::string_view at_the_end(std::string_view text, const std::vector<std::string_view>& set) {
    for (const std::string_view character : set) {
        if (text.ends_with(character)) {
            return character;
        }
    }
    return none_found;
}

enum TrimSides : int { left = 1, right = 2, both = 3 };

void trim(sqlite3_context* context, int count, sqlite3_value** values) {
    if (any_null(count, values)) {
        return;
    }
    const auto sides =
        static_cast<int>(reinterpret_cast<std::intptr_t>(sqlite3_user_data(context)));
    std::string_view text = text_of(values[0]);
    const std::string_view removed = count == 1 ? std::string_view(" ") : text_of(values[1]);
    if (removed.size() > trim_set_max) {
        sqlite3_result_error(context, "trim removes at most 256 bytes of different characters", -1);
        return;
    }
    const std::vector<std::string_view> set = characters_of(removed);
    while ((sides & left) != 0 && !text.empty() && !at_start(text, set).empty()) {
        text.remove_prefix(at_start(text, set).size());
    }
    while ((sides & right) != 0 && !text.empty() && !at_the_end(text, set).empty()) {
        text.remove_suffix(at_the_end(text, set).size());
    }
    sqlite3_result_text64(context, text.data() == nullptr ? "" : text.data(), text.size(),
                          SQLITE_TRANSIENT, SQLITE_UTF8);
}

}  // namespace

int add_functions(sqlite3* connection) {
    constexpr int kind = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    struct Function {
        const char* name;
        int arguments;
        std::intptr_t data;
        void (*run)(sqlite3_context*, int, sqlite3_value**);
    };
    constexpr Function all[] = {
        {"instr", 2, 0, instr},    {"replace", 3, 0, replace}, {"trim", 1, both, trim},
        {"trim", 2, both, trim},   {"ltrim", 1, left, trim},   {"ltrim", 2, left, trim},
        {"rtrim", 1, right, trim}, {"rtrim", 2, right, trim},
    };
    for (const Function& function : all) {
        const int added = sqlite3_create_function_v2(connection, function.name, function.arguments,
                                                     kind, reinterpret_cast<void*>(function.data),
                                                     function.run, nullptr, nullptr, nullptr);
        if (added != SQLITE_OK) {
            return added;
        }
    }
    return SQLITE_OK;
}

}  // namespace hence::sqlite
