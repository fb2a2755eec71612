#include "sqlite/functions.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "base/utf8.h"

namespace hence::sqlite {
namespace {

constexpr std::size_t trim_set_max = 256;
constexpr std::int64_t number_max = std::numeric_limits<std::int32_t>::max();
constexpr std::string_view none_found = {};

bool any_null(int count, sqlite3_value** values) {
    for (int i = 0; i < count; ++i) {
        if (sqlite3_value_type(values[i]) == SQLITE_NULL) {
            return true;
        }
    }
    return false;
}

// Of a text, in bytes.
int length_max(sqlite3_context* context) {
    return sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1);
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
    const auto size_max = static_cast<std::size_t>(length_max(context));
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

// SQLite's own printf, which can only be called by SQL.
class OwnPrintf {
public:
    OwnPrintf() = default;
    ~OwnPrintf() {
        sqlite3_finalize(statement_);
        sqlite3_close_v2(connection_);
    }
    OwnPrintf(const OwnPrintf&) = delete;
    OwnPrintf& operator=(const OwnPrintf&) = delete;

    void run(sqlite3_context* context, int count, sqlite3_value** values) {
        int code = prepare(count, length_max(context));
        for (int i = 0; code == SQLITE_OK && i < count; ++i) {
            code = sqlite3_bind_value(statement_, i + 1, values[i]);
        }
        code = code == SQLITE_OK ? sqlite3_step(statement_) : code;
        if (code != SQLITE_ROW) {
            sqlite3_result_error_code(context, code);
        } else if (sqlite3_column_type(statement_, 0) == SQLITE_NULL) {
            sqlite3_result_error_toobig(context);
        } else {
            give(context, text_of(sqlite3_column_value(statement_, 0)).substr(1));
        }
        sqlite3_reset(statement_);
        sqlite3_clear_bindings(statement_);
    }

private:
    // As SQLite has it: null for nothing.
    static void give(sqlite3_context* context, std::string_view printed) {
        if (!printed.empty()) {
            sqlite3_result_text64(context, printed.data(), printed.size(), SQLITE_TRANSIENT,
                                  SQLITE_UTF8);
        }
    }

    int prepare(int count, int size_max) {
        if (statement_ != nullptr && count == count_) {
            return SQLITE_OK;
        }
        if (connection_ == nullptr) {
            const int opened = sqlite3_open_v2(
                ":memory:", &connection_,
                SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, nullptr);
            if (opened != SQLITE_OK) {
                return opened;
            }
            sqlite3_limit(connection_, SQLITE_LIMIT_LENGTH, size_max);
        }
        sqlite3_finalize(statement_);
        statement_ = nullptr;
        count_ = count;
        // With a sign before it, null always means that the text is too long.
        std::string query = "SELECT printf('.' || ?";
        for (int i = 1; i < count; ++i) {
            query += ",?";
        }
        query += ')';
        return sqlite3_prepare_v2(connection_, query.c_str(), -1, &statement_, nullptr);
    }

    sqlite3* connection_ = nullptr;
    sqlite3_stmt* statement_ = nullptr;
    int count_ = 0;
};

// A number in a format: its digits, or a star for the next argument.
struct Number {
    std::int64_t value = 0;
    std::size_t end = 0;
};

Number number_in(std::string_view format, std::size_t at, std::span<sqlite3_value*> arguments,
                 std::size_t& argument) {
    if (at < format.size() && format[at] == '*') {
        const std::int64_t given =
            argument < arguments.size() ? sqlite3_value_int64(arguments[argument]) : 0;
        ++argument;
        return {std::clamp(given < 0 ? -(given + 1) : given, std::int64_t{0}, number_max), at + 1};
    }
    Number number{0, at};
    while (number.end < format.size() && is_digit(format[number.end])) {
        number.value = std::min(number.value * 10 + (format[number.end] - '0'), number_max);
        ++number.end;
    }
    return number;
}

// How many characters all %c of the format would print: each repeats its character as often as its
// precision says.
std::int64_t repeats_in(std::string_view format, std::span<sqlite3_value*> arguments) {
    std::int64_t repeats = 0;
    std::size_t argument = 0;
    for (std::size_t at = format.find('%'); at < format.size(); at = format.find('%', at)) {
        at = format.find_first_not_of("-+ #!0,", at + 1);
        const Number width = number_in(format, at, arguments, argument);
        Number precision{0, width.end};
        if (width.end < format.size() && format[width.end] == '.') {
            precision = number_in(format, width.end + 1, arguments, argument);
        }
        at = format.find_first_not_of('l', precision.end);
        if (at >= format.size()) {
            break;
        }
        repeats += format[at] == 'c' ? precision.value : 0;
        argument += format[at] == '%' ? 0 : 1;
        ++at;
    }
    return repeats;
}

void print(sqlite3_context* context, int count, sqlite3_value** values) {
    if (count == 0 || sqlite3_value_type(values[0]) == SQLITE_NULL) {
        return;
    }
    const std::span<sqlite3_value*> given(values, static_cast<std::size_t>(count));
    if (repeats_in(text_of(values[0]), given.subspan(1)) > length_max(context)) {
        sqlite3_result_error_toobig(context);
        return;
    }
    static_cast<OwnPrintf*>(sqlite3_user_data(context))->run(context, count, values);
}

void end_printf(void* own) {
    const std::unique_ptr<OwnPrintf> taken(static_cast<OwnPrintf*>(own));
}

int add_printf(sqlite3* connection, const char* name, int kind) {
    auto own = std::make_unique<OwnPrintf>();
    // SQLite ends it, also when this fails.
    return sqlite3_create_function_v2(connection, name, -1, kind, own.release(), print, nullptr,
                                      nullptr, end_printf);
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
    const int added = add_printf(connection, "printf", kind);
    return added == SQLITE_OK ? add_printf(connection, "format", kind) : added;
}

}  // namespace hence::sqlite
