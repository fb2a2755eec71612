// Search, and decisions that are alike.
#include "hence/search.h"

#include <memory>
#include <utility>

#include "base/try.h"
#include "hence/similar.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

Result<Response> answer_search(const App& app, const Request& request, const std::string&) {
    SearchRequest asked;
    asked.text = text_parameter(request, "q");
    asked.filters = TRY(event_query(request));
    asked.rank = request.flag("rank");
    asked.limit = TRY(number_parameter(request, "limit", search_rows));
    asked.cursor = text_parameter(request, "cursor");
    SearchAnswer answer = TRY(search(app.store, asked));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

Result<Response> answer_similar(const App& app, const Request& request, const std::string&) {
    SimilarRequest asked;
    asked.to = text_parameter(request, "to");
    asked.agent = text_parameter(request, "agent");
    asked.limit = TRY(number_parameter(request, "limit", similar_rows));
    Similar answer = TRY(similar(app.store, asked));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

constexpr auto search_takes = takes::joined(
    {
        required({"q", "s",
                  "Words, \"a phrase\", -not, prefix*; a shell fragment is found as it stands."}),
    },
    takes::event_filters,
    {
        ParameterText{"rank", "b", "The best matches first, instead of the newest."},
        otherwise(takes::limit, "20"),
        takes::cursor,
    });

constexpr ParameterText similar_takes[] = {
    required({"to", "s", "A decision (its id may be shortened), or a question in words."}),
    takes::agent,
    otherwise(takes::limit, "10"),
};

constexpr SchemaText search_schemas[] = {
    {"SearchAnswer",
     "query:s read_as:(words|fragment) matches:i counted_all:b rows:[SearchRow] by:SearchCounts "
     "next:s?",
     "counted_all: false where counting all matches would take too long; then matches and by cover "
     "the newest."},
    {"SearchRow",
     "event:s session:s? run:s? agent:s? time:t? kind:s summary:s snippet:[SearchSnippet]"},
    {"SearchSnippet", "path:s text:s marks:[[i]]",
     "marks: from character to character of text, the last not included."},
    {"SearchCounts", "session:{i} agent:{i} tool:{i} kind:{i} day:{i}",
     "At most 100 names each, those with the most matches first."},
    {"Similar", "to:s text:s compared:i right:i wrong:i unknown:i rows:[SimilarDecision]"},
    {"SimilarDecision",
     "event:s session:s? run:s? agent:s? time:t? summary:s decision_type:s? description:s? "
     "chosen:s? alternatives:[s] why:s? confidence:n? score:n shared:[s] outcome:SimilarOutcome? "
     "correct:b?",
     "score: 1 where every word of the question is in it; a rare word counts more."},
    {"SimilarOutcome", "event:s outcome:s? correct:b?"},
};

}  // namespace

RouteTable search_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/search",
                 TokenScope::read,
                 answer_search,
                 {.name = "search",
                  .summary = "Events whose texts hold these words",
                  .takes = search_takes,
                  .gives = "json=SearchAnswer text",
                  .command = "search {q}",
                  .tool = {.name = "search",
                           .title = "Search all texts",
                           .description =
                               "Find events by words in any of their texts: arguments, outputs, "
                               "messages, thoughts.",
                           .without = "correlation text",
                           .renamed = "q=text",
                           .blames = "text"}}},
                {"GET",
                 "/api/v1/similar",
                 TokenScope::read,
                 answer_similar,
                 {.name = "similar",
                  .summary = "Earlier decisions on like questions, and what came of them",
                  .takes = similar_takes,
                  .gives = "json=Similar text",
                  .command = "similar {to}",
                  .tool = {.name = "similar",
                           .title = "Find like decisions",
                           .description =
                               "Was this decided before, and was it right? Earlier decisions on "
                               "like questions, with what was chosen and what came of it.",
                           .blames = "to"}}},
            },
        .schemas = search_schemas,
    };
}

}  // namespace hence
