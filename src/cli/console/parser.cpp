#include "cli/console/parser.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

namespace hence {
namespace {

struct ValueWord {
    std::string_view option;
    std::string_view word;
};

// What the help calls the value of an option. The same option means the same everywhere.
constexpr ValueWord value_words[] = {
    {"after", "N"},
    {"agent", "AGENT"},
    {"as-of", "TIME"},
    {"at", "EVENT"},
    {"before", "N"},
    {"bins", "N"},
    {"buckets", "N"},
    {"confidence", "X"},
    {"correlation", "ID"},
    {"decision-limit", "N"},
    {"edge-types", "A,B"},
    {"embed-in", "URL"},
    {"event", "EVENT"},
    {"fan", "N"},
    {"file", "FILE"},
    {"format", "FORMAT"},
    {"from", "TIME"},
    {"graph", "NAME"},
    {"grpc", "HOST:PORT"},
    {"high", "X"},
    {"host", "NAME"},
    {"id", "ID"},
    {"kind", "KIND"},
    {"kinds", "KIND,KIND"},
    {"latest-decision", "TYPE"},
    {"levels", "N"},
    {"limit", "N"},
    {"listen", "HOST:PORT"},
    {"max-brier", "X"},
    {"offset", "N"},
    {"origin", "URL"},
    {"run", "RUN"},
    {"session", "SESSION"},
    {"session-a", "SESSION"},
    {"session-b", "SESSION"},
    {"slower-than", "MS"},
    {"store", "STORE"},
    {"to", "TIME"},
    {"token-file", "FILE"},
    {"where", "EXPR"},
};

Option described(CLI::Option* option) {
    if (option->get_lnames().empty()) {
        option->type_name("");  // An argument is called by its own name.
        return Option(option);
    }
    const std::string& name = option->get_lnames().front();
    const auto* const row = std::ranges::find(value_words, name, &ValueWord::option);
    if (row != std::end(value_words)) {
        option->type_name(std::string(row->word));
    } else if (option->get_type_name() == "UINT") {
        option->type_name("N");
    }
    return Option(option);
}

}  // namespace

Option& Option::required() {
    option_->required();
    return *this;
}
Option& Option::one_of(const std::vector<std::string>& values) {
    option_->check(CLI::IsMember(values))->type_name("one of");
    return *this;
}
Option& Option::envname(const std::string& name) {
    option_->envname(name);
    return *this;
}
Option& Option::capture_default_str() {
    option_->capture_default_str();
    return *this;
}
Option& Option::needs(const Option& other) {
    option_->needs(other.option_);
    return *this;
}
Option& Option::excludes(const Option& other) {
    option_->excludes(other.option_);
    return *this;
}

void Parser::alias(const std::string& name) {
    app_->alias(name);
}

Parser Parser::add_subcommand(const std::string& name, const std::string& description) {
    return Parser(*app_->add_subcommand(name, description));
}
void Parser::require_subcommand(std::size_t min, std::size_t max) {
    app_->require_subcommand(min, max);
}

Option Parser::add_option(const std::string& name, std::string& value, const std::string& help) {
    return described(app_->add_option(name, value, help));
}
Option Parser::add_option(const std::string& name, std::vector<std::string>& values,
                          const std::string& help) {
    CLI::Option* const option = app_->add_option(name, values, help);
    // An option that may be repeated takes one value each time: the next word may be an argument.
    option->allow_extra_args(!name.starts_with('-'));
    return described(option);
}
Option Parser::add_option(const std::string& name, std::optional<std::string>& value,
                          const std::string& help) {
    return described(app_->add_option(name, value, help));
}
Option Parser::add_option(const std::string& name, std::size_t& value, const std::string& help) {
    return described(app_->add_option(name, value, help));
}
Option Parser::add_flag(const std::string& name, bool& value, const std::string& help) {
    return Option(app_->add_flag(name, value, help));
}

void Parser::footer(const std::string& text) {
    app_->footer(text);
}
void Parser::callback(std::function<void()> parsed) {
    app_->callback(std::move(parsed));
}
void Parser::preparse_callback(std::function<void(std::size_t)> begins) {
    app_->preparse_callback(std::move(begins));
}

}  // namespace hence
