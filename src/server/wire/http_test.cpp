#include "server/wire/http.h"

#include <gtest/gtest.h>

#include "server/door/door.h"

namespace hence {
namespace {

// A target taken apart: segments between bars, then name=value pairs.
std::string parsed(std::string_view target) {
    Request request;
    if (const Result<void> read = parse_target(target, request); !read) {
        return read.error().message;
    }
    std::string out;
    for (const std::string& segment : request.path) {
        out += segment + "|";
    }
    for (const auto& [name, value] : request.query) {
        out += " " + name + "=" + value;
    }
    return out;
}

Form asked_for(const std::string& accept) {
    Request request;
    request.headers["accept"] = accept;
    return request.form();
}

TEST(TargetTest, SegmentIsDecodedOnceAndMayHoldASlash) {
    EXPECT_EQ(parsed("/api/a%2Fb/c%252F"), "api|a/b|c%2F|");
}

TEST(TargetTest, EmptySegmentInTheMiddleStays) {
    EXPECT_EQ(parsed("/a//b"), "a||b|");
}

TEST(TargetTest, TrailingSlashMeansNothing) {
    EXPECT_EQ(parsed("/a/"), "a|");
}

TEST(TargetTest, QueryIsDecodedAndPlusIsASpace) {
    EXPECT_EQ(parsed("/?a=x+y%2B&b&a=2#end"), " a=x y+ a=2 b=1");
}

TEST(TargetTest, PlusInThePathIsAPlus) {
    EXPECT_EQ(parsed("/a+b"), "a+b|");
}

TEST(TargetTest, BrokenEscapeIsRefused) {
    EXPECT_EQ(parsed("/a%2"), "the address has a broken % escape");
    EXPECT_EQ(parsed("/a?x=%zz"), "the address has a broken % escape");
}

TEST(TargetTest, NulIsRefused) {
    EXPECT_EQ(parsed("/a%00"), "the address holds a NUL byte");
}

TEST(TargetTest, AddressWithoutASlashIsRefused) {
    EXPECT_EQ(parsed("api"), "the address does not begin with a slash");
    EXPECT_EQ(parsed(""), "the address does not begin with a slash");
}

TEST(TargetTest, AnythingSurvivesTheWayThere) {
    Request sent;
    sent.path = {"api", "a/b c%\xC3\xA9?#", "..", ""};
    sent.path.push_back("end");
    sent.query = {{"where", "x = \"a&b\" + 1"}, {"", "odd"}};
    Request received;
    ASSERT_TRUE(parse_target(target_of(sent), received));
    EXPECT_EQ(received.path, sent.path);
    EXPECT_EQ(received.query, sent.query);
}

TEST(AcceptTest, JsonUnlessTextIsAskedForFirst) {
    EXPECT_EQ(asked_for(""), Form::json);
    EXPECT_EQ(asked_for("*/*"), Form::json);
    EXPECT_EQ(asked_for("text/plain"), Form::text);
    EXPECT_EQ(asked_for("text/plain, application/json"), Form::text);
    EXPECT_EQ(asked_for("application/json, text/plain"), Form::json);
    EXPECT_EQ(asked_for(std::string(command_json)), Form::command);
}

TEST(FlagTest, FlagIsSetUnlessItSaysNo) {
    Request request;
    ASSERT_TRUE(parse_target("/?a&b=0&c=false&d=true", request));
    EXPECT_TRUE(request.flag("a"));
    EXPECT_FALSE(request.flag("b"));
    EXPECT_FALSE(request.flag("c"));
    EXPECT_TRUE(request.flag("d"));
    EXPECT_FALSE(request.flag("e"));
}

TEST(ErrorTest, EachCodeHasItsStatus) {
    EXPECT_EQ(http_status_of(Code::invalid), 400);
    EXPECT_EQ(http_status_of(Code::not_found), 404);
    EXPECT_EQ(http_status_of(Code::conflict), 409);
    EXPECT_EQ(http_status_of(Code::limit), 413);
    EXPECT_EQ(http_status_of(Code::corrupt), 500);
    EXPECT_EQ(http_status_of(Code::io), 503);
    EXPECT_EQ(http_status_of(Code::unsupported), 501);
    EXPECT_EQ(exit_status_of(Code::not_found), 1);
    EXPECT_EQ(exit_status_of(Code::invalid), 2);
    EXPECT_EQ(exit_status_of(Code::io), 3);
}

TEST(ErrorTest, ErrorIsJsonWithAllThreeKeys) {
    EXPECT_EQ(
        error_response({Code::invalid, "say \"what\""}, Form::json).body,
        "{\"error\":{\"code\":\"invalid\",\"message\":\"say \\\"what\\\"\",\"hint\":null}}\n");
}

TEST(ErrorTest, ErrorAsTextIsOneLine) {
    EXPECT_EQ(error_response({Code::limit, "too\nmuch", "send less"}, Form::text).body,
              "too much; send less\n");
}

TEST(ErrorTest, ErrorSurvivesTheWayBack) {
    for (const Form form : {Form::json, Form::text}) {
        const Response response = error_response({Code::not_found, "no such thing"}, form);
        const Error error = error_in(response.body, response.content_type, response.exit_status);
        EXPECT_EQ(error.code, Code::not_found);
        EXPECT_EQ(error.message, "no such thing");
    }
}

TEST(ErrorTest, AnswerThatIsNoErrorOfOursIsStillOne) {
    EXPECT_EQ(error_in("<html>", "text/html", 3).message, "<html>");
    EXPECT_EQ(error_in("", "application/json", 3).message, "unknown error");
}

}  // namespace
}  // namespace hence
