#include "server/access/tokens.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/try.h"
#include "model/text.h"
#include "server/wire/socket.h"
#include "store/engine.h"

namespace hence {
namespace {

constexpr std::string_view blanks = " \t\r";

// Takes the next word off the front of a line.
std::string_view next_word(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    return word;
}

std::optional<TokenScope> scope_named(std::string_view name) {
    constexpr std::array scopes = {TokenScope::ingest, TokenScope::read, TokenScope::write,
                                   TokenScope::admin};
    const auto* found =
        std::ranges::find_if(scopes, [name](TokenScope scope) { return name_of(scope) == name; });
    return found == scopes.end() ? std::nullopt : std::optional(*found);
}

Result<Scopes> parse_scopes(std::string_view list) {
    Scopes scopes = 0;
    while (true) {
        const std::size_t end = std::min(list.find(','), list.size());
        const std::string_view name = list.substr(0, end);
        const std::optional<TokenScope> scope = scope_named(name);
        if (!scope) {
            // A line whose parts changed places would show its token here.
            return Error{Code::invalid, "unknown scope"};
        }
        scopes = static_cast<Scopes>(scopes | scope_bit(*scope));
        if (end == list.size()) {
            return scopes;
        }
        list.remove_prefix(end + 1);
    }
}

// Equal or not, in a time that does not tell how far they agree.
bool same(const Hash& a, const Hash& b) {
    volatile std::uint8_t difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        difference = static_cast<std::uint8_t>(difference | (a[i] ^ b[i]));
    }
    return difference == 0;
}

Result<void> check_secrecy(int file, const std::filesystem::path& path) {
    struct stat status {};
    if (::fstat(file, &status) != 0) {
        return system_error(fmt::format("look at the token file {}", path.string()));
    }
    if (!S_ISREG(status.st_mode)) {
        return Error{Code::invalid, fmt::format("the token file {} is not a file", path.string())};
    }
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        return Error{Code::invalid, fmt::format("others may read the token file {}", path.string()),
                     fmt::format("chmod 600 {}", path.string())};
    }
    if (status.st_uid != ::geteuid() && status.st_uid != 0) {
        return Error{Code::invalid,
                     fmt::format("the token file {} belongs to another user", path.string()),
                     "use a file of your own"};
    }
    return {};
}

Result<std::string> read_all(int file, const std::filesystem::path& path) {
    std::string text;
    std::array<char, 4096> piece{};
    while (text.size() <= Tokens::file_bytes_max) {
        const ssize_t got = ::read(file, piece.data(), piece.size());
        if (got == 0) {
            return text;
        }
        if (got > 0) {
            text.append(piece.data(), static_cast<std::size_t>(got));
        } else if (errno != EINTR) {
            return system_error(fmt::format("read the token file {}", path.string()));
        }
    }
    return Error{Code::invalid, fmt::format("the token file {} is too large", path.string()),
                 "1 MiB is enough for some 20,000 tokens"};
}

}  // namespace

Result<Tokens> Tokens::read(const std::filesystem::path& path, std::string_view log) {
    const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (!file) {
        return system_error(fmt::format("open the token file {}", path.string()));
    }
    TRY(check_secrecy(file.number(), path));
    const std::string text = TRY(read_all(file.number(), path));
    Result<Tokens> tokens = parse(text, log);
    if (!tokens) {
        Error error = tokens.error();
        error.message = fmt::format("the token file {}: {}", path.string(), error.message);
        return error;
    }
    return tokens;
}

Result<Tokens> Tokens::parse(std::string_view text, std::string_view log) {
    Tokens tokens;
    std::set<Hash> seen;
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        ++number;
        if (const Result<void> added = tokens.add(text.substr(0, end), log, seen); !added) {
            Error error = added.error();
            error.message = fmt::format("line {}: {}", number, error.message);
            error.hint =
                "write TOKEN SCOPE[,SCOPE][@LOG] [NAME]; scopes are ingest, read, write, admin";
            return error;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (tokens.empty() && !tokens.elsewhere_.empty()) {
        return Error{Code::invalid,
                     log.empty() ? std::string("every token in it is bound to a log of an engine")
                                 : fmt::format("no token in it is for the log {}", log),
                     "write TOKEN SCOPE[,SCOPE] without @LOG, or with the log that is served"};
    }
    if (tokens.empty()) {
        return Error{Code::invalid, "there is no token in it",
                     "write lines of TOKEN SCOPE[,SCOPE][@LOG] [NAME]"};
    }
    return tokens;
}

Result<void> Tokens::add(std::string_view line, std::string_view log, std::set<Hash>& seen) {
    const std::string_view token = next_word(line);
    if (token.empty() || token.starts_with('#')) {
        return {};
    }
    if (std::ranges::any_of(token, [](char c) { return c <= 0x20 || c == 0x7F; })) {
        return Error{Code::invalid, "a token of other than visible ASCII characters"};
    }
    const std::string_view list = next_word(line);
    if (list.empty()) {
        return Error{Code::invalid, "a token without a scope"};
    }
    const std::size_t at = std::min(list.find('@'), list.size());
    const Scopes scopes = TRY(parse_scopes(list.substr(0, at)));
    const std::string_view bound = list.substr(std::min(at + 1, list.size()));
    if (at < list.size() && !is_log_name(bound)) {
        return Error{Code::invalid, "no name of a log behind the @"};
    }
    const Hash digest = sha256(token);
    if (!seen.insert(digest).second) {
        return Error{Code::invalid, "a token that stands further up already"};
    }
    short_ones_ += token.size() < characters_wise ? 1 : 0;
    (bound.empty() || bound == log ? tokens_ : elsewhere_).push_back({digest, scopes});
    return {};
}

std::optional<Scopes> Tokens::find(std::string_view token) const {
    const Hash digest = sha256(token);
    bool found = false;
    Scopes scopes = 0;
    for (const Token& known : tokens_) {
        const bool equal = same(known.digest, digest);
        found = found || equal;
        scopes = static_cast<Scopes>(scopes | (equal ? known.scopes : 0));
    }
    return found ? std::optional(scopes) : std::nullopt;
}

bool Tokens::is_bound_elsewhere(std::string_view token) const {
    const Hash digest = sha256(token);
    bool found = false;
    for (const Token& known : elsewhere_) {
        found = same(known.digest, digest) || found;
    }
    return found;
}

}  // namespace hence
