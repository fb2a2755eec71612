// The forms of secrets that are known by the name before them: headers, variables, passwords.
//
// Between a name and its value stand the signs of many languages: NAME=VALUE, NAME: VALUE,
// "NAME":"VALUE", "NAME":["VALUE"], "name":"NAME","value":"VALUE", and the same with its quotes
// escaped once or more.
#include <algorithm>

#include "base/base64.h"
#include "model/redact/characters.h"
#include "model/redact/shapes.h"

namespace hence {
namespace {

constexpr std::size_t signs_max = 16;
constexpr std::size_t pair_max = 80;  // From a name to the value in the member beside it.
constexpr std::uint16_t token_set =
    Chars::url64 | Chars::dot | Chars::slash_plus | Chars::equals | Chars::tilde;

bool is_quote(char c) {
    return c == '"' || c == '\'' || c == '\\';
}

// Lists of headers, variables and attributes have a member for the name and another for the value.
// How long the name of the second one is, with the bracket before it; 0: it is none.
std::size_t value_member(std::string_view text, std::size_t at) {
    constexpr std::string_view members[] = {"value", "stringValue", "string_value"};
    for (const std::string_view member : members) {
        const std::size_t end = at + member.size();
        if (text.substr(at).starts_with(member) && end < text.size() && is_quote(text[end]) &&
            is_quote(text[at - 1])) {
            return member.size();
        }
    }
    const bool opens = (text[at] == '[' || text[at] == '{') && at + 1 < text.size();
    return opens && is_quote(text[at + 1]) ? 1 : 0;
}

// Where the value of a name that ends at `at` begins; npos when no value is given to the name.
std::size_t value_after(std::string_view text, std::size_t at) {
    bool given = false;
    const std::size_t name_end = at;
    for (std::size_t i = at; i < text.size() && i - at <= signs_max; ++i) {
        const char c = text[i];
        const std::size_t member =
            given && i - name_end < pair_max ? value_member(text, i) : std::size_t{0};
        if (c == ':' || c == '=' || c == ',') {
            given = true;
        } else if (member > 0) {
            i += member - 1;
            at = i;
        } else if (c != '"' && c != '\'' && c != '\\' && c != ' ' && c != '\t') {
            // What follows a backslash is an escape, and no part of a value.
            return given && text[i - 1] != '\\' ? i : std::string_view::npos;
        }
    }
    return std::string_view::npos;
}

bool is_mixed(std::string_view value, std::size_t different_min) {
    const Variety variety = variety_of(value);
    return variety.has_digit && variety.has_letter() && variety.different >= different_min;
}

struct ValueShape {
    std::uint16_t set = token_set;
    std::size_t least = 8;
    std::size_t most = 4'000;
    std::size_t different_min = 8;
};

SecretSpan value_at(std::string_view text, std::size_t at, const ValueShape& shape) {
    if (at == std::string_view::npos) {
        return {};
    }
    const std::size_t size = run_of(text, at, shape.set, shape.most + 1);
    if (size < shape.least || size > shape.most ||
        !is_mixed(text.substr(at, size), shape.different_min)) {
        return {};
    }
    return {at, at + size};
}

// "user:password" in base64, with or without the padding.
bool is_basic(std::string_view value) {
    std::string url(value.substr(0, value.find('=')));
    std::ranges::replace(url, '+', '-');
    std::ranges::replace(url, '/', '_');
    const std::optional<std::string> bytes = from_base64url(url);
    return bytes && bytes->find(':') != std::string::npos &&
           std::ranges::all_of(*bytes, [](char c) { return c >= ' ' && c <= '~'; });
}

SecretSpan basic_at(std::string_view text, std::size_t at) {
    const std::size_t size = run_of(text, at, Chars::base64 | Chars::equals, 1'001);
    if (size < 8 || size > 1'000 || !is_basic(text.substr(at, size))) {
        return {};
    }
    return {at, at + size};
}

// A path, a call or a name in code is no secret.
bool looks_like_code(std::string_view value) {
    return value.starts_with("/") || value.starts_with("./") || value.starts_with("~/") ||
           value.find("://") != std::string_view::npos ||
           value.find("env.") != std::string_view::npos;
}

SecretSpan unless_code(std::string_view text, SecretSpan span) {
    const bool called = span.end < text.size() && (text[span.end] == '(' || text[span.end] == '[');
    return called || looks_like_code(text.substr(span.begin, span.size())) ? SecretSpan{} : span;
}

// password=VALUE in a URL's query or in a connection string, up to the next sign of it.
SecretSpan delimited_value(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at, 129);
    const std::size_t size = std::min(rest.find_first_of(";&\"'\\ \t\r\n<>{}$()"), rest.size());
    return size >= 4 && size <= 128 ? SecretSpan{at, at + size} : SecretSpan{};
}

// "password":"VALUE", where the value may have any sign, but looks like no word of a language.
SecretSpan quoted_password(std::string_view text, std::size_t at) {
    if (at == std::string_view::npos || (text[at - 1] != '"' && text[at - 1] != '\'')) {
        return {};
    }
    const std::string_view rest = text.substr(at, 129);
    const std::size_t size = std::min(rest.find_first_of("\"'\\ \t\r\n<>{}$()"), rest.size());
    const bool fits = size >= 6 && size <= 128 && is_mixed(rest.substr(0, size), 5);
    return fits ? unless_code(text, {at, at + size}) : SecretSpan{};
}

}  // namespace

SecretSpan look_at_authorization(std::string_view text, std::size_t at) {
    const std::size_t value = value_after(text, at + std::string_view("uthorization").size());
    if (value == std::string_view::npos) {
        return {};
    }
    const std::size_t letters = run_of(text, value, Chars::letters | Chars::dash, 12);
    const bool has_scheme = value + letters < text.size() && text[value + letters] == ' ';
    const std::string scheme = lower_case(text.substr(value, letters));
    if (!has_scheme) {
        const SecretSpan whole = unless_code(text, value_at(text, value, {.least = 16}));
        // A word before a space is the name of a scheme with parts of its own.
        return whole.end < text.size() && text[whole.end] == ' ' ? SecretSpan{} : whole;
    }
    const std::size_t from = value + letters + 1;
    if (scheme == "basic") {
        return basic_at(text, from);
    }
    const bool known = scheme == "bearer" || scheme == "token" || scheme == "apikey" ||
                       scheme == "api-key" || scheme == "key" || scheme == "ssws";
    return known ? value_at(text, from, {.different_min = 6}) : SecretSpan{};
}

SecretSpan look_at_bearer(std::string_view text, std::size_t at) {
    return begins_word(text, at) ? value_at(text, at + 7, {.least = 20}) : SecretSpan{};
}

SecretSpan look_at_basic(std::string_view text, std::size_t at) {
    return begins_word(text, at) ? basic_at(text, at + 6) : SecretSpan{};
}

SecretSpan look_at_key_header(std::string_view text, std::size_t at) {
    if (at == 0 || !is_letter(text[at - 1])) {
        return {};
    }
    const std::size_t value = value_after(text, at + std::string_view("-api-key").size());
    return unless_code(text, value_at(text, value, {.least = 16, .most = 256}));
}

// "auth":"dXNlcjpwYXNz" is how Docker keeps the password of a registry.
SecretSpan look_at_registry_auth(std::string_view text, std::size_t at) {
    const std::size_t end = at + std::string_view("\"auth").size();
    const bool named = end < text.size() && (text[end] == '"' || text[end] == '\\');
    const std::size_t value = named ? value_after(text, end) : std::string_view::npos;
    return value == std::string_view::npos ? SecretSpan{} : basic_at(text, value);
}

SecretSpan look_at_npm_auth(std::string_view text, std::size_t at) {
    return value_at(text, at + std::string_view("_authToken=").size(), {.least = 16, .most = 512});
}

SecretSpan look_at_aws_secret(std::string_view text, std::size_t at) {
    const std::size_t name = run_of(text, at, Chars::word, 32);
    std::size_t end = at + name;
    if (text.substr(at).starts_with("ecret Access Key")) {
        end = at + std::string_view("ecret Access Key").size();
        end += text.substr(end).starts_with(" [None]") ? 7 : 0;
    }
    const std::size_t value = value_after(text, end);
    if (value == std::string_view::npos) {
        return {};
    }
    const std::size_t size = run_of(text, value, Chars::base64, 41);
    const Variety variety = variety_of(text.substr(value, size));
    if (size != 40 || !variety.has_digit || !variety.has_upper || !variety.has_lower) {
        return {};
    }
    return {value, value + size};
}

SecretSpan look_at_aws_session_token(std::string_view text, std::size_t at) {
    const std::size_t value = value_after(text, at + run_of(text, at, Chars::word, 32));
    return value_at(text, value,
                    {.set = Chars::base64 | Chars::equals, .least = 100, .different_min = 12});
}

SecretSpan look_at_azure_account_key(std::string_view text, std::size_t at) {
    const std::size_t value = at + std::min(text.substr(at).find('='), text.size() - at) + 1;
    return value_at(text, value, {.set = Chars::base64 | Chars::equals, .least = 40, .most = 90});
}

SecretSpan look_at_assignment(std::string_view text, std::size_t at) {
    const std::size_t name = run_before(text, at, Chars::word, 64);
    std::size_t end = at;
    while (end < text.size() && end - at < 16 &&
           is_among(text[end], Chars::upper | Chars::underscore)) {
        ++end;
    }
    const std::string_view whole = text.substr(name, end - name);
    const bool upper = std::ranges::none_of(whole, is_lower);
    const bool last = whole.ends_with("PASSWORD") || whole.ends_with("PASSWD") ||
                      whole.ends_with("SECRET") || whole.ends_with("TOKEN") ||
                      whole.ends_with("API_KEY") || whole.ends_with("APIKEY") ||
                      whole.ends_with("ACCESS_KEY") || whole.ends_with("SECRET_KEY");
    if (!upper || !last || whole.size() < 6) {
        return {};
    }
    const std::size_t value = value_after(text, end);
    const bool password = whole.find("PASS") != std::string_view::npos;
    return unless_code(text,
                       value_at(text, value,
                                {.least = password ? std::size_t{6} : std::size_t{12},
                                 .most = 512,
                                 .different_min = password ? std::size_t{5} : std::size_t{8}}));
}

// api_key, apiKey, access-token: as JSON, YAML, URLs and options spell them.
SecretSpan look_at_named_secret(std::string_view text, std::size_t at) {
    constexpr std::string_view known[] = {"apikey",     "accesstoken",  "refreshtoken",
                                          "authtoken",  "clientsecret", "secretkey",
                                          "bearertoken"};
    constexpr std::size_t digits_min = 3;
    const std::size_t begin = run_before(text, at, Chars::word | Chars::dash, 64);
    const std::size_t end = at + run_of(text, at, Chars::word | Chars::dash, 32);
    std::string name = lower_case(text.substr(begin, end - begin));
    const bool option = name.starts_with("--");
    // That of npm has a form of its own, and A::ApiKey is the name of a type.
    if (name == "_authtoken" || (begin > 0 && text[begin - 1] == ':')) {
        return {};
    }
    std::erase_if(name, [](char c) { return c == '_' || c == '-'; });
    const bool is_token = option && name == "token";
    if (!is_token && std::ranges::none_of(known, [&name](std::string_view each) {
            return std::string_view(name).ends_with(each);
        })) {
        return {};
    }
    const bool spaced = option && end < text.size() && text[end] == ' ';
    const std::size_t value = spaced ? end + 1 : value_after(text, end);
    const SecretSpan found = unless_code(text, value_at(text, value, {.least = 16, .most = 512}));
    const std::string_view secret = text.substr(found.begin, found.size());
    // Names in code have letters, dots and few digits.
    const bool quoted = !found.empty() && is_quote(text[found.begin - 1]);
    const bool dotted = secret.find('.') != std::string_view::npos;
    return std::ranges::count_if(secret, is_digit) >= static_cast<std::ptrdiff_t>(digits_min) &&
                   (quoted || !dotted)
               ? found
               : SecretSpan{};
}

SecretSpan look_at_password(std::string_view text, std::size_t at) {
    const bool pwd = text.substr(at).starts_with("Pwd=");
    const std::size_t end = at + (pwd ? 3 : std::string_view("assword").size());
    const std::size_t begin = run_before(text, at, Chars::word, 64);
    const char before = begin == 0 ? '\0' : text[begin - 1];
    const bool assigned = end < text.size() && text[end] == '=';
    const bool in_connection =
        before == ';' || (before == ' ' && begin >= 2 && text[begin - 2] == ';');
    if (assigned && (in_connection || before == '&' || before == '?')) {
        return delimited_value(text, end + 1);
    }
    // The name may be the last part of a longer one, such as db.password.
    const std::size_t whole = run_before(text, begin, Chars::word | Chars::dot | Chars::dash, 64);
    const bool in_quotes = whole > 0 && (text[whole - 1] == '"' || text[whole - 1] == '\'');
    const bool quoted = in_quotes && end < text.size() && is_quote(text[end]);
    const bool option = before == '-' && end < text.size() && (assigned || text[end] == ' ');
    if (quoted) {
        return quoted_password(text, value_after(text, end));
    }
    return option ? unless_code(text, value_at(text, end + 1,
                                               {.least = 6, .most = 128, .different_min = 5}))
                  : SecretSpan{};
}

}  // namespace hence
