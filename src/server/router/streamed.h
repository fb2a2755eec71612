// Answers that are written as they are worked out, in the form that was asked for. The answer
// object is kept until the last byte is written, and the store must live as long.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "hence/sink.h"
#include "hence/store.h"
#include "server/wire/http.h"

namespace hence {

// Produced when it is sent. Ends with a newline, whether or not its writer wrote one: it may stand
// on a terminal.
Response streamed_line(Form form, std::function<Result<void>(const Sink&)> produce);

// An answer of a view, as JSON or as text. The store must outlive the response.
template <class Answer>
Response streamed_answer(Form form, Answer answer, const Store& store) {
    return streamed_line(form, [kept = std::make_shared<Answer>(std::move(answer)), form,
                                &store](const Sink& sink) {
        return form == Form::text ? write_text(*kept, store, sink) : write_json(*kept, store, sink);
    });
}

}  // namespace hence
