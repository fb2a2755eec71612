// `hence search` and `hence similar`: what was said, and what was decided before.
#include <memory>

#include "cli/commands/commands.h"
#include "cli/commands/filters.h"

namespace hence {
namespace {

struct SearchArguments {
    std::vector<std::string> words;
    EventFilters filters;
    std::string limit;
    std::string cursor;
    bool rank = false;
};

struct SimilarArguments {
    std::vector<std::string> words;
    std::string agent;
    std::string limit;
};

// A question may be typed with or without quotes around it.
std::string one_text(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

Result<int> print_search(Context& context, const SearchArguments& arguments) {
    Request request = get({"search"});
    with(request, "q", one_text(arguments.words));
    with(request, arguments.filters);
    with(request, "limit", arguments.limit);
    with(request, "cursor", arguments.cursor);
    with_flag(request, "rank", arguments.rank);
    return context.ask(std::move(request), "search");
}

Result<int> print_similar(Context& context, const SimilarArguments& arguments) {
    Request request = get({"similar"});
    with(request, "to", one_text(arguments.words));
    with(request, "agent", arguments.agent);
    with(request, "limit", arguments.limit);
    return context.ask(std::move(request), "similar");
}

}  // namespace

void add_search_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<SearchArguments>();
    Parser search = app.add_subcommand("search", "Find events by words in any of their texts");
    search
        .add_option("WORDS", arguments->words,
                    "Words, \"a phrase\", -not, prefix*, or a shell fragment")
        .required();
    add_event_filters(search, arguments->filters);
    search.add_flag("--rank", arguments->rank, "The best matches first, instead of the newest");
    search.add_option("--limit", arguments->limit, "How many rows at most (20)");
    search.add_option("--cursor", arguments->cursor, "Where a page begins: next of the one before");
    search.footer(
        "Example: hence search 'rm -rf build'\n"
        "         hence search '\"connection refused\" -retry time*' --kinds tool_call --from 2d");
    runs(search, command, print_search, arguments);
}

void add_similar_command(Parser& app, Command& command) {
    auto arguments = std::make_shared<SimilarArguments>();
    Parser similar = app.add_subcommand(
        "similar", "Find earlier decisions on like questions, and what came of them");
    similar
        .add_option("DECISION_OR_TEXT", arguments->words, "A decision's id, or a question in words")
        .required();
    similar.add_option("--agent", arguments->agent, "Only decisions of this agent");
    similar.add_option("--limit", arguments->limit, "How many at most (10)");
    similar.footer("Example: hence similar 'which database for the audit log'");
    runs(similar, command, print_similar, arguments);
}

}  // namespace hence
