// Tokens and what each of them allows, read from a file that nobody else may read.
//
// Only SHA-256 digests are kept in memory. A look-up compares the digest with every known one, in
// the same time whether and where it fits, so that timing tells nothing. No error message ever
// contains a token, not even one of a line that is wrong. A file that other users may read or write
// is refused. A token may be bound to a log of an engine; servers of all logs may then share one
// file, and each knows the tokens of its own log only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "hence/result.h"
#include "server/router/scope.h"

namespace hence {

// Tokens are kept as digests only.
class Tokens {
public:
    static constexpr std::size_t characters_wise = 16;  // Shorter ones are warned of.
    static constexpr std::size_t file_bytes_max = 1 << 20;

    // Reads lines of "TOKEN SCOPE[,SCOPE][@LOG] [NAME]"; blank lines and those that begin with #
    // are skipped. `log` is the log that is served, or empty: then a token with @LOG fits nowhere.
    // Fails with io when the file cannot be read, and with invalid when others may read or change
    // it, when a line is wrong (the line is named, never the token), or when no token fits.
    static Result<Tokens> read(const std::filesystem::path& path, std::string_view log = {});
    static Result<Tokens> parse(std::string_view text, std::string_view log = {});

    // What a token allows here, or nothing when there is no such token. Looks at every token,
    // whichever it is.
    std::optional<Scopes> find(std::string_view token) const;
    // Whether it is a token of another log.
    bool is_bound_elsewhere(std::string_view token) const;

    bool empty() const { return tokens_.empty(); }
    std::size_t size() const { return tokens_.size(); }
    std::size_t short_ones() const { return short_ones_; }

private:
    struct Token {
        Hash digest = {};
        Scopes scopes = 0;
    };

    Result<void> add(std::string_view line, std::string_view log, std::set<Hash>& seen);

    std::vector<Token> tokens_;
    std::vector<Token> elsewhere_;
    std::size_t short_ones_ = 0;
};

}  // namespace hence
