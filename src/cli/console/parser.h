// What a command takes on the command line, declared.
//
// Stands between the commands and CLI11, whose headers take longer to compile than all the rest of
// a command: only this and the program itself include them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hence {

// A handle to one option or argument that was declared.
class Option {
public:
    explicit Option(CLI::Option* option) : option_(option) {}

    Option& required();
    Option& one_of(const std::vector<std::string>& values);
    Option& envname(const std::string& name);  // Taken from the environment where it is not given.
    Option& capture_default_str();             // Help shows what the variable holds by now.
    Option& needs(const Option& other);
    Option& excludes(const Option& other);

private:
    CLI::Option* option_;
};

// A handle to a command. Names begin with dashes for options; without them they are arguments. The
// variables must live until the command has run.
class Parser {
public:
    explicit Parser(CLI::App& app) : app_(&app) {}

    Parser add_subcommand(const std::string& name, const std::string& description);
    // Another name for this command.
    void alias(const std::string& name);
    void require_subcommand(std::size_t min, std::size_t max);

    Option add_option(const std::string& name, std::string& value, const std::string& help);
    // Nothing when it is not given, so that an empty text can be told from none.
    Option add_option(const std::string& name, std::optional<std::string>& value,
                      const std::string& help);
    Option add_option(const std::string& name, std::size_t& value, const std::string& help);
    Option add_option(const std::string& name, std::vector<std::string>& values,
                      const std::string& help);
    Option add_flag(const std::string& name, bool& value, const std::string& help);

    void footer(const std::string& text);
    void callback(std::function<void()> parsed);
    // Called before the command's own arguments are parsed.
    void preparse_callback(std::function<void(std::size_t)> begins);

    CLI::App& app() const { return *app_; }

private:
    CLI::App* app_;
};

}  // namespace hence
