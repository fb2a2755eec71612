#include "server/router/streamed.h"

#include "base/try.h"

namespace hence {
namespace {

Response streamed(Form form, std::function<Result<void>(const Sink&)> produce) {
    Response response;
    if (form == Form::text) {
        response.content_type = "text/plain; charset=utf-8";
    }
    response.produce = std::move(produce);
    return response;
}

}  // namespace

Response streamed_line(Form form, std::function<Result<void>(const Sink&)> produce) {
    return streamed(form, [produce = std::move(produce)](const Sink& sink) -> Result<void> {
        char last = '\n';
        TRY(produce([&sink, &last](std::string_view piece) -> Result<void> {
            if (!piece.empty()) {
                last = piece.back();
            }
            return sink(piece);
        }));
        if (last != '\n') {
            TRY(sink("\n"));
        }
        return {};
    });
}

}  // namespace hence
