// The page itself: what a browser loads before it asks for anything that was recorded.
//
// Nothing here depends on the store, so it needs no token: a page that must be told a token has to
// be there first. What keeps text that an agent recorded from doing anything is in the page, and in
// the policy below, should the page ever err.
#include "server/page/page.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/text.h"
#include "server/routes/routes.h"
#include "server/wire/http_headers.h"

namespace hence {
namespace {

constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self' blob:; font-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

// A file's name has its content in it, so under one name it never changes.
constexpr std::string_view for_ever = "public, max-age=31536000, immutable";

Result<Response> serve_file(const PageFile& file, const Request& request) {
    Response response;
    response.content_type = file.content_type;
    const bool packed = takes_gzip(request.header("accept-encoding"));
    if (packed) {
        response.body = file.packed;
        response.headers.emplace_back("Content-Encoding", "gzip");
    } else {
        response.body = TRY(unpacked(file));
    }
    response.headers.emplace_back("ETag",
                                  fmt::format(R"("{}{}")", file.hash, packed ? "-gzip" : ""));
    return response;
}

Result<Response> answer_page(const App&, const Request& request, const std::string&) {
    const PageFile* file = page_file("index.html");
    if (file == nullptr) {
        return Error{Code::not_found, "this program was built without its page"};
    }
    Response response = TRY(serve_file(*file, request));
    response.headers.emplace_back("Cache-Control", "no-cache");
    response.headers.emplace_back("Content-Security-Policy", page_policy);
    response.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
    return response;
}

Result<Response> answer_asset(const App&, const Request& request, const std::string& id) {
    const PageFile* file = page_file("assets/" + id);
    if (file == nullptr) {
        return Error{Code::not_found, fmt::format("the page has no file {}", hence::quoted(id)),
                     "load the page again: it may be of another version"};
    }
    Response response = TRY(serve_file(*file, request));
    response.headers.emplace_back("Cache-Control", for_ever);
    // A worker made of a file has the file's policy, not the page's.
    response.headers.emplace_back("Content-Security-Policy", page_policy);
    return response;
}

}  // namespace

RouteTable page_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/",
                 TokenScope::open,
                 answer_page,
                 {.name = "page", .summary = "The page, for a browser", .gives = "html"}},
                {"GET",
                 "/assets/{id}",
                 TokenScope::open,
                 answer_asset,
                 {.name = "page_file",
                  .summary = "A file of the page",
                  .gives = "javascript css",
                  .statuses = "404",
                  .id = "A name that the page names."}},
            },
    };
}

}  // namespace hence
