#include "server/page/page.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/hash.h"
#include "server/router/router.h"

namespace hence {
namespace {

Response load(std::vector<std::string> path, const std::string& coding = "gzip") {
    static const std::unique_ptr<Store> store = open_memory_store();
    Request request{.path = std::move(path)};
    request.headers["accept"] = "text/html,application/xhtml+xml,*/*;q=0.8";
    request.headers["accept-encoding"] = coding;
    return handle({*store}, request);
}

std::string header_of(const Response& response, std::string_view name) {
    const auto found =
        std::ranges::find(response.headers, name, [](const auto& header) { return header.first; });
    return found == response.headers.end() ? "" : found->second;
}

std::string asset(std::string_view suffix) {
    for (const PageFile& file : page_files()) {
        if (file.name.starts_with("assets/") && file.name.ends_with(suffix)) {
            return std::string(file.name.substr(7));
        }
    }
    return {};
}

TEST(Page, EveryFileUnpacksToWhatItWas) {
    ASSERT_NE(page_file("index.html"), nullptr);
    ASSERT_NE(page_file("recorded.html"), nullptr);
    EXPECT_EQ(page_file("index"), nullptr);
    for (const PageFile& file : page_files()) {
        const Result<std::string> text = unpacked(file);
        ASSERT_TRUE(text) << file.name;
        EXPECT_EQ(text->size(), file.bytes) << file.name;
        EXPECT_EQ(sha256_hex(*text).substr(0, 32), file.hash) << file.name;
    }
}

TEST(Page, WhatIsDamagedIsNotShown) {
    PageFile file = *page_file("index.html");
    file.packed.remove_suffix(1);
    EXPECT_EQ(unpacked(file).error().code, Code::corrupt);
    file = *page_file("index.html");
    file.bytes -= 1;
    EXPECT_EQ(unpacked(file).error().code, Code::corrupt);
    file.bytes += 2;
    EXPECT_EQ(unpacked(file).error().code, Code::corrupt);
}

TEST(Page, ComesPackedOrAsItIs) {
    const Response packed = load({});
    EXPECT_EQ(packed.status, 200);
    EXPECT_EQ(packed.content_type, "text/html; charset=utf-8");
    EXPECT_EQ(header_of(packed, "Content-Encoding"), "gzip");
    EXPECT_EQ(packed.body, page_file("index.html")->packed);
    const Response plain = load({}, "");
    EXPECT_EQ(header_of(plain, "Content-Encoding"), "");
    EXPECT_NE(plain.body.find("<div id=\"root\">"), std::string::npos);
    // Two bodies, two tags: both are strong.
    EXPECT_TRUE(header_of(packed, "ETag").starts_with('"'));
    EXPECT_TRUE(header_of(plain, "ETag").starts_with('"'));
    EXPECT_NE(header_of(packed, "ETag"), header_of(plain, "ETag"));
    EXPECT_EQ(header_of(packed, "Cache-Control"), "no-cache");
}

TEST(Page, ItsPolicyLetsNothingInFromElsewhere) {
    const std::string policy = header_of(load({}), "Content-Security-Policy");
    for (const char* rule : {"default-src 'none'", "script-src 'self';", "connect-src 'self'",
                             "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"}) {
        EXPECT_NE(policy.find(rule), std::string::npos) << rule;
    }
    for (const char* hole : {"http:", "https:", "*", "unsafe-eval"}) {
        EXPECT_EQ(policy.find(hole), std::string::npos) << hole;
    }
}

TEST(Page, LoadsOnlyFilesThatAreThere) {
    const std::string html = load({}, "").body;
    std::size_t files = 0;
    for (std::size_t at = html.find("=\"/"); at != std::string::npos;
         at = html.find("=\"/", at + 1)) {
        const std::string address = html.substr(at + 3, html.find('"', at + 3) - at - 3);
        ASSERT_TRUE(address.starts_with("assets/")) << address;
        EXPECT_EQ(load({"assets", address.substr(7)}).status, 200) << address;
        ++files;
    }
    EXPECT_GE(files, 2U);
    EXPECT_EQ(html.find("=\"http"), std::string::npos);
}

TEST(Page, AFileOfItMayBeKeptForEver) {
    const Response script = load({"assets", asset(".js")});
    EXPECT_EQ(script.content_type, "text/javascript; charset=utf-8");
    EXPECT_EQ(header_of(script, "Cache-Control"), "public, max-age=31536000, immutable");
    EXPECT_EQ(header_of(script, "Content-Encoding"), "gzip");
    const Response style = load({"assets", asset(".css")}, "identity");
    EXPECT_EQ(style.content_type, "text/css; charset=utf-8");
    EXPECT_EQ(style.body.size(), page_file("assets/" + asset(".css"))->bytes);
}

TEST(Page, NothingElseIsAFileOfIt) {
    for (const char* name : {"x", "", "..", "../index.html", "index.html", "recorded.html",
                             "/etc/passwd", "%2e%2e", "<script>"}) {
        EXPECT_EQ(load({"assets", name}).status, 404) << name;
    }
    EXPECT_EQ(load({"assets"}).status, 404);
    EXPECT_EQ(load({"index.html"}).status, 404);
    EXPECT_EQ(load({"assets", asset(".js"), "x"}).status, 404);
    EXPECT_EQ(load({""}).status, 404);
}

TEST(Page, OtherMethodsAreNotPossible) {
    const std::unique_ptr<Store> store = open_memory_store();
    EXPECT_EQ(handle({*store}, {.method = "POST"}).status, 405);
    EXPECT_EQ(handle({*store}, {.method = "DELETE", .path = {"assets", "x"}}).status, 405);
}

}  // namespace
}  // namespace hence
