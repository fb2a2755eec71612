#include "base/try.h"
#include "hence/debrief.h"
#include "server/parameters.h"
#include "server/routes.h"
#include "server/streamed.h"

namespace hence {
namespace {

Result<Response> answer_debrief(const App& app, const Request& request, const std::string& id) {
    Form form = request.form();
    const bool markdown = request.flag("markdown");
    // Who asks for Markdown gets it, unless JSON is asked for by name.
    const bool unasked = form == Form::json && markdown &&
                         request.header("accept").find("json") == std::string_view::npos;
    form = unasked ? Form::text : form;
    Debrief told = TRY(
        debrief(app.store,
                {.run = id, .session = text_parameter(request, "session"), .markdown = markdown}));
    Response response = streamed_answer(form, std::move(told), app.store);
    if (unasked) {
        response.content_type = "text/markdown; charset=utf-8";
    }
    return response;
}

}  // namespace

RouteTable debrief_routes() {
    return {{"GET", "/api/v1/runs/{id}/debrief", TokenScope::read, answer_debrief}};
}

}  // namespace hence
