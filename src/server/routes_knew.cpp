#include <utility>

#include "base/try.h"
#include "hence/knew.h"
#include "server/parameters.h"
#include "server/routes.h"
#include "server/streamed.h"

namespace hence {
namespace {

Result<Response> answer_knew(const App& app, const Request& request, const std::string& id) {
    KnewRequest asked{.event = id};
    asked.limit = TRY(number_parameter(request, "limit", asked.limit));
    Knew answer = TRY(knew(app.store, asked));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

}  // namespace

RouteTable knew_routes() {
    return {{"GET", "/api/v1/events/{id}/knew", TokenScope::read, answer_knew}};
}

}  // namespace hence
