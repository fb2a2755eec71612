#include "formats/unknown.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "formats/formats.h"

namespace hence {
namespace {

bool native(std::string_view text) {
    return looks_native(Beginning(text), text);
}

std::string looks(std::string_view text) {
    return look_at_unknown(Beginning(text), text).looks();
}

TEST(UnknownText, EventsWithAWrongKeyAreStillEvents) {
    EXPECT_TRUE(native(R"({"kind":"thought","tiem":"2026-01-01T00:00:00Z"})"));
    EXPECT_TRUE(native(R"({"kind":"thought"})"));
    EXPECT_TRUE(native(R"({"id":"a","sesion":"s","kind":"thought"})"));
    EXPECT_TRUE(native(R"({"kind":"thought","time":)"));
    EXPECT_TRUE(native(" \n"));
    EXPECT_FALSE(native(R"({"type":"user","time":1})"));
    EXPECT_FALSE(native(R"({"kind":"chat","sessionId":"s","messages":[]})"));
    EXPECT_FALSE(native(R"({"ts":1})"));
    EXPECT_FALSE(native("# Notes\n"));
}

TEST(UnknownText, ShapeIsToldByTheContent) {
    EXPECT_EQ(looks("{\"a\":1}\n{\"b\":1}\n"), "JSON lines with the key a");
    EXPECT_EQ(looks("{\n\"a\":1,\n\"b\":2}\n"), "one JSON object with the keys a, b");
    EXPECT_EQ(looks("[{\"a\":1}]"), "a JSON list of objects with the key a");
    EXPECT_EQ(looks("[1,2]"), "a JSON list");
    EXPECT_EQ(looks("{\"a\":"), "JSON that breaks off");
    EXPECT_EQ(looks("Hello.\n\n# Notes\n"), "Markdown");
    EXPECT_EQ(looks("<html>"), "XML or HTML");
    EXPECT_EQ(looks("---\na: 1\n"), "YAML");
    EXPECT_EQ(looks("hello"), "plain text");
    EXPECT_EQ(looks(std::string_view("SQLite format 3\0x", 17)), "an SQLite database");
    EXPECT_EQ(looks("12345678DUCK...."), "a DuckDB database");
    EXPECT_EQ(looks(std::string_view("a\0b", 3)), "binary data");
}

TEST(UnknownText, RemedyDependsOnWhatItIs) {
    const auto remedy = [](std::string_view text) {
        return look_at_unknown(Beginning(text), text).remedy();
    };
    EXPECT_NE(remedy(R"({"a":1})").find("--map"), std::string::npos);
    EXPECT_EQ(remedy("hello").find("--map"), std::string::npos);
    EXPECT_NE(remedy("SQLite format 3").find("sqlite3 -json"), std::string::npos);
}

TEST(UnknownText, OnlyTheFirstKeysAreNamed) {
    EXPECT_EQ(looks(R"({"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1})"),
              "JSON lines with the keys a, b, c, d, e, f, g, h, ...");
}

TEST(UnknownText, NearestFormatsSayWhatIsMissing) {
    const std::string text = R"({"type":"x","uuid":"u","sessionId":"s"})";
    const UnknownText unknown = look_at_unknown(Beginning(text), text);
    ASSERT_FALSE(unknown.near.empty());
    EXPECT_EQ(unknown.near[0], R"(claude-code (no "parentUuid"))");
    EXPECT_LE(unknown.near.size(), 3U);
    EXPECT_NE(unknown.tried().find(" others were tried"), std::string::npos);
    EXPECT_TRUE(look_at_unknown(Beginning("hello"), "hello").near.empty());
}

TEST(UnknownText, EveryFormatSaysWhyItIsNot) {
    const std::vector<std::string> reasons = why_no_format_fits(Beginning(R"({"a":1})"));
    EXPECT_EQ(reasons.size(), formats().size());
    EXPECT_EQ(reasons.at(0), R"(native: no "kind", no "time")");
}

TEST(UnknownText, EveryFormatNamesSomeKeys) {
    for (const Format& format : formats()) {
        EXPECT_EQ(format.marks.empty(), format.name == "aider") << format.name;  // It is no JSON.
    }
}

TEST(DetectFormat, WhatIsNeitherKnownNorOurOwnIsNothing) {
    const std::string_view foreign = R"({"a":1})";
    EXPECT_FALSE(detect_format(Beginning(foreign), foreign));
    const std::string_view typo = R"({"kind":"a","tiem":"b"})";
    EXPECT_EQ(detect_format(Beginning(typo), typo)->name, "native");
}

}  // namespace
}  // namespace hence
