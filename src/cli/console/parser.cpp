#include "cli/console/parser.h"

#include <utility>

#include <CLI/CLI.hpp>

namespace hence {

Option& Option::required() {
    option_->required();
    return *this;
}
Option& Option::one_of(const std::vector<std::string>& values) {
    option_->check(CLI::IsMember(values));
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
    return Option(app_->add_option(name, value, help));
}
Option Parser::add_option(const std::string& name, std::vector<std::string>& values,
                          const std::string& help) {
    return Option(app_->add_option(name, values, help));
}
Option Parser::add_option(const std::string& name, std::optional<std::string>& value,
                          const std::string& help) {
    return Option(app_->add_option(name, value, help));
}
Option Parser::add_option(const std::string& name, std::size_t& value, const std::string& help) {
    return Option(app_->add_option(name, value, help));
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
