// Turns a Response into the bytes that go back, whole or piece by piece. Knows no socket.
//
// Chunked coding, gzip, entity tags, HEAD and the security headers are decided here, in one place,
// for every answer. A handler can add headers, but none that frame the message: Content-Length,
// Transfer-Encoding and Connection are always the listener's own, because a wrong one would let one
// answer run into the next.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "server/http/reader.h"
#include "server/wire/http.h"

namespace hence {

// What of a request decides how its answer looks.
struct AnswerTerms {
    unsigned version = 11;
    bool head = false;
    bool keep_alive = true;
    bool takes_trailers = false;
    bool takes_gzip = false;
    std::string if_none_match = {};
    Form form = Form::json;

    static AnswerTerms of(const HttpHead& head);

    bool chunks() const { return version >= 11; }
};

// Takes bytes on their way out, and may wait until there is room for them. False when the reader
// has gone.
using Push = std::function<bool(std::string)>;

// Writes all of an answer but a feed. False when the connection is of no further use.
bool write_answer(const AnswerTerms& terms, Response response, const Push& push);

// What stands before a feed, one piece of it, and what marks its end.
std::string feed_head(const AnswerTerms& terms, const Response& response);
std::string feed_piece(const AnswerTerms& terms, std::string_view piece);
std::string feed_end(const AnswerTerms& terms);

// The answer of a listener that refuses, in bytes; the connection ends with it.
std::string refusal_bytes(const HttpRefusal& refusal);
// The same, as an answer.
Response refusal_response(const HttpRefusal& refusal, Form form);

}  // namespace hence
