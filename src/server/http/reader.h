// Reads one HTTP/1.1 request as it arrives, strictly: what two readers could understand in two ways
// is refused.
//
// A proxy in front and this server must agree where a request ends; where they do not, one request
// can be hidden in another (request smuggling). So repeated lengths, folded lines and unknown
// transfer codings are errors, not things to be guessed. The reader knows no socket and can be
// tested with any split of the bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/inflate.h"
#include "hence/result.h"
#include "server/http/chunks.h"
#include "server/wire/http.h"

namespace hence {

inline constexpr std::size_t http_head_bytes_max = 64 << 10;

// An answer that ends a connection, since the rest of it makes no sense.
struct HttpRefusal {
    int status = 400;
    Error error;
};

// What stands before the body.
struct HttpHead {
    Request request;  // Without its body. HEAD is there as GET.
    unsigned version = 11;
    bool head = false;  // The answer is wanted without its body.
    bool keep_alive = true;
    bool expects_continue = false;
    bool chunked = false;
    std::uint64_t length = 0;  // Of the body as it is sent, unless it is chunked.
    std::optional<Coding> coding = {};

    bool has_body() const { return chunked || length > 0; }
};

class HttpReader {
public:
    // Looks at all that has come of a request so far, and gives the size of its head, or 0 when
    // that is not whole yet. The head can be had then. To be called until then.
    std::optional<HttpRefusal> read_head(std::string_view text, std::size_t& size);

    // Takes what belongs to the body off `piece`; the rest belongs to the next request.
    std::optional<HttpRefusal> read_body(std::string_view& piece);

    // Whether all of the request has come.
    bool done() const { return in_body_ && (head_.chunked ? chunks_.done() : left_ == 0); }
    HttpHead& head() { return head_; }
    // As far as it has come.
    std::string& body() { return body_; }

private:
    HttpHead head_;
    std::size_t seen_ = 0;  // Bytes of the head that hold no end of it.
    bool in_body_ = false;
    std::string body_;
    std::uint64_t left_ = 0;  // Of a body whose length is known.
    ChunkReader chunks_;
};

}  // namespace hence
