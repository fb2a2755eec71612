#include "model/redact/shapes.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/base64.h"
#include "model/redact/characters.h"

namespace hence {
namespace {

constexpr std::string_view pem_dashes = "-----";
constexpr std::size_t pem_label_max = 80;
constexpr std::size_t pem_block_max = 64 << 10;
constexpr std::size_t pem_line_min = 16;
constexpr std::size_t jwt_header_max = 4'000;
constexpr std::size_t jwt_payload_max = 32'000;
constexpr std::size_t jwt_signature_max = 4'000;
constexpr std::size_t userinfo_max = 300;
constexpr std::size_t webhook_max = 200;

bool stands_at(std::string_view text, std::size_t at, std::string_view what) {
    return at <= text.size() && text.substr(at).starts_with(what);
}

// Where the END line of a block ends; npos when the block has none, or another one begins first.
std::size_t end_of_block(std::string_view block) {
    std::size_t at = block.find(pem_dashes);
    while (at != std::string_view::npos) {
        const std::size_t after = at + pem_dashes.size();
        if (stands_at(block, after, "END ")) {
            const std::string_view label = block.substr(after, pem_label_max);
            const std::size_t close = label.find(pem_dashes);
            return close == std::string_view::npos ? after : after + close + pem_dashes.size();
        }
        if (stands_at(block, after, "BEGIN ")) {
            return std::string_view::npos;
        }
        at = block.find(pem_dashes, at + 1);
    }
    return std::string_view::npos;
}

bool has_long_run(std::string_view text) {
    std::size_t run = 0;
    for (const char c : text) {
        run = is_among(c, Chars::base64) ? run + 1 : 0;
        if (run == pem_line_min) {
            return true;
        }
    }
    return false;
}

// What stands for a password that is put in later: a variable, a row of stars, the word itself.
bool is_placeholder(std::string_view value) {
    const std::string word = lower_case(value);
    return value.empty() || value.find_first_of("${<%*[") == 0 ||
           variety_of(value).different == 1 || word == "pass" || word == "password" ||
           word == "passwd" || word == "pwd";
}

}  // namespace

SecretSpan look_at_jwt(std::string_view text, std::size_t at) {
    const std::size_t run = run_before(text, at, Chars::url64, jwt_header_max);
    const std::size_t inside = text.substr(run, at - run).find("eyJ");
    if (inside == std::string_view::npos) {
        return {};
    }
    const std::size_t begin = run + inside;
    const std::size_t payload = run_of(text, at + 1, Chars::url64, jwt_payload_max);
    const std::size_t dot = at + 1 + payload;
    if (at - begin < 10 || payload < 10 || !stands_at(text, dot, ".") ||
        !(begin == run || begins_word(text, begin))) {
        return {};
    }
    return {begin, dot + 1 + run_of(text, dot + 1, Chars::url64, jwt_signature_max)};
}

// A block that lost its end is a key all the same, if lines of a key follow.
SecretSpan look_at_private_key(std::string_view text, std::size_t at) {
    const std::size_t label = at + std::string_view("-----BEGIN ").size();
    const std::size_t dashes = text.substr(label, pem_label_max).find(pem_dashes);
    if (dashes == std::string_view::npos ||
        text.substr(label, dashes).find("PRIVATE KEY") == std::string_view::npos) {
        return {};
    }
    const std::size_t body = label + dashes + pem_dashes.size();
    const std::string_view rest = text.substr(body, pem_block_max);
    std::size_t size = end_of_block(rest);
    if (size == std::string_view::npos) {
        size = 0;
        while (size < rest.size() && (is_among(rest[size], Chars::base64 | Chars::equals) ||
                                      is_space(rest[size]) || rest[size] == '\\')) {
            ++size;
        }
    }
    return has_long_run(rest.substr(0, size)) ? SecretSpan{at, body + size} : SecretSpan{};
}

SecretSpan look_at_url_password(std::string_view text, std::size_t at) {
    if (at == 0 || !is_among(text[at - 1], Chars::alnum)) {
        return {};
    }
    const std::size_t from = at + 3;
    const std::string_view rest = text.substr(std::min(from, text.size()), userinfo_max);
    const std::string_view authority =
        rest.substr(0, std::min(rest.find_first_of(" \t\r\n/\\\"'`<>?#,|"), rest.size()));
    const std::size_t colon = authority.find(':');
    const std::size_t host = authority.rfind('@');
    if (colon == std::string_view::npos || host == std::string_view::npos || host < colon + 2 ||
        host + 1 >= authority.size()) {
        return {};
    }
    if (is_placeholder(authority.substr(colon + 1, host - colon - 1))) {
        return {};
    }
    return {from + colon + 1, from + host};
}

SecretSpan look_at_telegram_token(std::string_view text, std::size_t at) {
    const std::size_t begin = run_before(text, at, Chars::digit, 12);
    const std::size_t size = run_of(text, at + 1, Chars::url64, 36);
    const bool boundary = begins_word(text, begin) || stands_at(text, begin - 3, "bot");
    if (at - begin < 8 || at - begin > 11 || size != 35 || !boundary) {
        return {};
    }
    return {begin, at + 1 + size};
}

SecretSpan look_at_discord_token(std::string_view text, std::size_t at) {
    const std::size_t user = run_of(text, at, Chars::alnum, 29);
    if (user < 23 || user > 28 || !stands_at(text, at + user, ".") || !begins_word(text, at)) {
        return {};
    }
    const std::size_t second = at + user + 1;
    const std::size_t third = second + 7;
    const std::size_t size = third < text.size() ? run_of(text, third, Chars::url64, 46) : 0;
    if (run_of(text, second, Chars::url64, 7) != 6 || !stands_at(text, third - 1, ".") ||
        size < 27 || size > 45) {
        return {};
    }
    const std::optional<std::string> number = from_base64url(text.substr(at, user));
    if (!number || !std::ranges::all_of(*number, is_digit)) {
        return {};
    }
    return {at, third + size};
}

SecretSpan look_at_azure_client_secret(std::string_view text, std::size_t at) {
    constexpr std::uint16_t set = Chars::word | Chars::dot | Chars::tilde;
    if (at < 4 || !is_digit(text[at - 1]) || run_before(text, at - 1, set, 3) != at - 4) {
        return {};
    }
    const std::size_t size = run_of(text, at + 2, set | Chars::dash, 35);
    const bool boundary = begins_word(text, at - 4) && ends_word(text, at + 2 + size);
    if (size < 31 || size > 34 || !boundary) {
        return {};
    }
    return {at - 4, at + 2 + size};
}

SecretSpan look_at_azure_api_key(std::string_view text, std::size_t at) {
    const std::size_t begin = run_before(text, at, Chars::alnum, 53);
    const std::size_t size = run_of(text, at, Chars::alnum, 33);
    return at - begin == 52 && size == 32 ? SecretSpan{begin, at + size} : SecretSpan{};
}

SecretSpan look_at_azure_devops_token(std::string_view text, std::size_t at) {
    const std::size_t begin = run_before(text, at, Chars::alnum, 77);
    const std::size_t size = run_of(text, at, Chars::alnum, 9);
    return at - begin == 76 && size == 8 ? SecretSpan{begin, at + size} : SecretSpan{};
}

SecretSpan look_at_resend_key(std::string_view text, std::size_t at) {
    const std::size_t first = at + std::string_view("re_").size();
    const std::size_t second = first + 9;
    if (!begins_word(text, at) || run_of(text, first, Chars::alnum, 9) != 8 ||
        !stands_at(text, second - 1, "_") || run_of(text, second, Chars::alnum, 25) != 24 ||
        !ends_word(text, second + 24)) {
        return {};
    }
    const Variety variety = variety_of(text.substr(second, 24));
    return variety.has_digit && variety.has_upper && variety.has_lower ? SecretSpan{at, second + 24}
                                                                       : SecretSpan{};
}

SecretSpan look_at_terraform_token(std::string_view text, std::size_t at) {
    const std::size_t begin = run_before(text, at, Chars::alnum, 15);
    const std::size_t from = at + std::string_view(".atlasv1.").size();
    const std::size_t size = run_of(text, from, Chars::url64 | Chars::equals, 81);
    return at - begin == 14 && size >= 60 && size <= 80 ? SecretSpan{begin, from + size}
                                                        : SecretSpan{};
}

SecretSpan look_at_sendgrid_key(std::string_view text, std::size_t at) {
    const std::size_t first = run_of(text, at + 3, Chars::url64, 33);
    const std::size_t dot = at + 3 + first;
    if (first < 16 || first > 32 || !stands_at(text, dot, ".") || !begins_word(text, at)) {
        return {};
    }
    const std::size_t second = run_of(text, dot + 1, Chars::url64, 65);
    return second >= 32 && second <= 64 ? SecretSpan{at, dot + 1 + second} : SecretSpan{};
}

SecretSpan look_at_slack_token(std::string_view text, std::size_t at) {
    const bool app = stands_at(text, at, "xapp-");
    const bool other = at + 5 < text.size() && text[at + 4] == '-' &&
                       std::string_view("abcdeoprs").find(text[at + 3]) != std::string_view::npos;
    const bool rotated = stands_at(text, at, "xoxe.xox");
    if ((!app && !other && !rotated) || !begins_word(text, at)) {
        return {};
    }
    const std::size_t from = at + 5;
    const std::size_t size = run_of(text, from, Chars::alnum | Chars::dash | Chars::dot, 401);
    const Variety variety = variety_of(text.substr(std::min(from, text.size()), size));
    return size >= 10 && size <= 400 && variety.has_digit ? SecretSpan{at, from + size}
                                                          : SecretSpan{};
}

SecretSpan look_at_slack_webhook(std::string_view text, std::size_t at) {
    const std::size_t from = at + std::string_view("hooks.slack.com/").size();
    const std::string_view rest = text.substr(std::min(from, text.size()));
    for (const std::string_view place : {"services/", "workflows/", "triggers/"}) {
        if (rest.starts_with(place)) {
            const std::size_t begin = from + place.size();
            const std::size_t size =
                run_of(text, begin, Chars::alnum | Chars::slash_plus, webhook_max);
            const Variety variety = variety_of(text.substr(begin, size));
            return size >= 20 && variety.has_digit ? SecretSpan{begin, begin + size} : SecretSpan{};
        }
    }
    return {};
}

SecretSpan look_at_discord_webhook(std::string_view text, std::size_t at) {
    const std::size_t number = at + std::string_view("/api/webhooks/").size();
    const std::size_t digits = run_of(text, number, Chars::digit, 21);
    const std::size_t begin = number + digits + 1;
    if (digits < 15 || !stands_at(text, begin - 1, "/")) {
        return {};
    }
    const std::size_t size = run_of(text, begin, Chars::url64, webhook_max);
    return size >= 40 ? SecretSpan{begin, begin + size} : SecretSpan{};
}

SecretSpan look_at_sas_signature(std::string_view text, std::size_t at) {
    if (at == 0 || std::string_view("?&;").find(text[at - 1]) == std::string_view::npos) {
        return {};
    }
    const std::size_t begin = at + 4;
    std::size_t end = begin;
    while (end < text.size() && end - begin < 121 &&
           (is_among(text[end], Chars::base64 | Chars::equals) || text[end] == '%')) {
        ++end;
    }
    const std::string_view value = text.substr(begin, end - begin);
    const bool whole = value.ends_with("=") || value.ends_with("%3D") || value.ends_with("%3d");
    return value.size() >= 43 && value.size() <= 120 && whole ? SecretSpan{begin, end}
                                                              : SecretSpan{};
}

}  // namespace hence
