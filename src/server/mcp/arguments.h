// The arguments of one tool call, read strictly: what is wrong is named, and nothing is guessed. A
// model reads the error and mends its call; an argument that was silently dropped would look to it
// like one that was recorded.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hence/entries.h"
#include "hence/result.h"
#include "hence/time.h"
#include "model/json/json.h"

namespace hence {

// Null counts as absent. Every member fails with invalid, naming the argument.
class ToolArguments {
public:
    explicit ToolArguments(std::string_view object) : object_(object) {}

    // Fails unless every argument is one of these.
    Result<void> only(std::span<const std::string_view> known) const;
    Result<void> only(std::initializer_list<std::string_view> known) const {
        return only(std::span(known.begin(), known.size()));
    }

    bool given(std::string_view name) const { return object_[name].present(); }
    Result<std::string> text(std::string_view name) const;           // Empty when it is absent.
    Result<std::string> required_text(std::string_view name) const;  // Not empty.
    // One of these words; empty when it is absent.
    Result<std::string> one_of(std::string_view name,
                               std::span<const std::string_view> words) const;
    Result<std::optional<bool>> boolean(std::string_view name) const;
    // A whole number from `least` to `most`.
    struct Range {
        std::uint64_t least = 0;
        std::uint64_t most = 0;
        std::uint64_t otherwise = 0;
    };
    Result<std::uint64_t> whole(std::string_view name, const Range& range) const;
    // A number that is not negative; nothing when it is absent.
    Result<std::optional<double>> amount(std::string_view name) const;
    // A number from 0 to 1 as it was spelled; empty when it is absent.
    Result<std::string> confidence() const;
    // A JSON object as it was spelled; empty when it is absent.
    Result<std::string> object(std::string_view name) const;
    // A list of strings, or one string with commas.
    Result<std::vector<std::string>> list(std::string_view name) const;
    Result<std::optional<Time>> time(std::string_view name) const;
    // Strings or {option, rejected_because}; what was no reason is empty.
    Result<std::vector<Alternative>> alternatives() const;

private:
    Json object_;
};

Error wrong_argument(std::string_view name, std::string_view must);
// The same error, said of that argument.
Error of_argument(std::string_view name, const Error& error);

}  // namespace hence
