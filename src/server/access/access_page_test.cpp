// Who may open the page itself.
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "server/access/access.h"

namespace hence {
namespace {

TEST(AccessPage, ALinkToThePageMayBeFollowedFromAnywhere) {
    Access access = Access::from({}).take();
    access.listens_on({4318}, Reach::machine);
    const auto follow = [&](std::map<std::string, std::string, std::less<>> more,
                            const std::vector<std::string>& path = {},
                            const std::string& method = "GET") {
        more.emplace("host", "localhost");
        more.emplace("sec-fetch-site", "cross-site");
        more.emplace("sec-fetch-mode", "navigate");
        more.emplace("sec-fetch-dest", "document");
        const Request request{.method = method, .path = path, .headers = std::move(more)};
        const std::optional<Response> refused = access.refusal(request, find_route(request).route);
        return refused ? refused->status : 0;
    };
    EXPECT_EQ(follow({}), 0);
    EXPECT_EQ(follow({{"sec-fetch-site", "same-site"}}), 0);
    EXPECT_EQ(follow({{"sec-fetch-mode", "Navigate"}, {"sec-fetch-dest", "Document"}}), 0);
    for (const char* mode : {"no-cors", "cors", "same-origin", "websocket", ""}) {
        EXPECT_EQ(follow({{"sec-fetch-mode", mode}}), 403) << mode;
    }
    for (const char* dest : {"iframe", "frame", "embed", "object", "script", "empty", ""}) {
        EXPECT_EQ(follow({{"sec-fetch-dest", dest}}), 403) << dest;
    }
    EXPECT_EQ(follow({{"origin", "https://evil.example"}}), 403);
    EXPECT_EQ(follow({{"origin", "null"}}), 403);
    EXPECT_EQ(follow({{"host", "evil.example"}}), 403);
    EXPECT_EQ(follow({}, {}, "POST"), 403);
    for (const std::vector<std::string>& path :
         std::vector<std::vector<std::string>>{{"assets", "x"},
                                               {"api", "v1", "sessions"},
                                               {"api", "v1", "export", "html"},
                                               {"mcp"}}) {
        EXPECT_EQ(follow({}, path), 403) << path.front();
    }
}

Response page_answer() {
    Response response;
    response.headers = {{"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"}};
    return response;
}

TEST(AccessPage, FramesAreLetInOnlyWhereTheyAreAllowed) {
    Access access =
        Access::from({.frames = {"https://desk.example", "http://LOCALHOST:3000"}}).take();
    access.listens_on({4318}, Reach::machine);
    const auto refused = [&](const std::string& dest, const std::vector<std::string>& path) {
        const Request request{.method = "GET",
                              .path = path,
                              .headers = {{"host", "localhost"},
                                          {"sec-fetch-site", "cross-site"},
                                          {"sec-fetch-mode", "navigate"},
                                          {"sec-fetch-dest", dest}}};
        const std::optional<Response> answer = access.refusal(request, find_route(request).route);
        return answer ? answer->status : 0;
    };
    EXPECT_EQ(refused("iframe", {}), 0);
    for (const char* dest : {"frame", "embed", "object", "script", "empty", ""}) {
        EXPECT_EQ(refused(dest, {}), 403) << dest;
    }
    // What was recorded is behind the page, and stays there.
    EXPECT_EQ(refused("iframe", {"api", "v1", "export", "html"}), 403);
    EXPECT_EQ(refused("iframe", {"api", "v1", "sessions"}), 403);

    Response page = page_answer();
    access.let_read({.method = "GET"}, page);
    EXPECT_EQ(page.headers.front().second,
              "default-src 'none'; frame-ancestors https://desk.example http://localhost:3000");
    Response other = page_answer();
    access.let_read({.method = "GET", .path = {"api", "v1", "sessions"}}, other);
    EXPECT_EQ(other.headers.front().second, page_answer().headers.front().second);
}

TEST(AccessPage, WithoutFramesThePolicyStays) {
    Response page = page_answer();
    Access::from({}).take().let_read({.method = "GET"}, page);
    EXPECT_EQ(page.headers.front().second, page_answer().headers.front().second);
}

TEST(AccessPage, AFrameNeedsAnOrigin) {
    for (const char* text : {"*", "desk.example", "https://desk.example/path", "null", "'self'"}) {
        EXPECT_FALSE(Access::from({.frames = {text}})) << text;
    }
}

}  // namespace
}  // namespace hence
