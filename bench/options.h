// The options of a benchmark on its command line.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace hence::bench {

// Gives the word behind an option; empty when there is none.
using NextWord = std::function<std::string()>;
using Options = std::map<std::string_view, std::function<void(const NextWord&)>>;

// An option whose value goes there.
inline auto number_into(std::size_t& place) {
    return [&place](const NextWord& next) { place = std::stoull(next()); };
}
inline auto path_into(std::filesystem::path& place) {
    return [&place](const NextWord& next) { place = next(); };
}
inline auto text_into(std::string& place) {
    return [&place](const NextWord& next) { place = next(); };
}

// False, with a word on standard error, when an option is unknown.
inline bool read_options(int count, char** arguments, const Options& options) {
    for (int i = 1; i < count; ++i) {
        const auto option = options.find(arguments[i]);
        if (option == options.end()) {
            fmt::print(stderr, "bench: unknown argument {}\n", arguments[i]);
            return false;
        }
        option->second([&] { return std::string(++i < count ? arguments[i] : ""); });
    }
    return true;
}

}  // namespace hence::bench
