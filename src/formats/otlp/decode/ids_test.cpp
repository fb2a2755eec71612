#include "formats/otlp/decode/ids.h"

#include <string>

#include <gtest/gtest.h>

#include "base/base64.h"

namespace hence {
namespace {

const std::string trace = "5b8efff798038103d269b633813fc60c";
const std::string span = "eee19b7ec3c1b174";
const std::string trace_bytes = "\x5b\x8e\xff\xf7\x98\x03\x81\x03\xd2\x69\xb6\x33\x81\x3f\xc6\x0c";
const std::string span_bytes = "\xee\xe1\x9b\x7e\xc3\xc1\xb1\x74";

TEST(OtlpIdsTest, HexCountsInEitherCase) {
    EXPECT_EQ(id_from_text(IdOf::trace, "5B8EFFF798038103D269B633813FC60C"), trace);
    EXPECT_EQ(id_from_text(IdOf::trace, trace), trace);
    EXPECT_EQ(id_from_text(IdOf::span, "EEE19B7EC3C1B174"), span);
}

TEST(OtlpIdsTest, TextMayBeBase64OfTheBytes) {
    EXPECT_EQ(id_from_text(IdOf::trace, base64(trace_bytes)), trace);
    EXPECT_EQ(id_from_text(IdOf::span, base64(span_bytes)), span);
    EXPECT_EQ(id_from_text(IdOf::trace, "W47_95gDgQPSabYzgT_GDA=="), trace);
}

TEST(OtlpIdsTest, TextMayBeBase64OfTheHex) {
    EXPECT_EQ(base64(trace).size(), 44U);
    EXPECT_EQ(id_from_text(IdOf::trace, base64(trace)), trace);
    EXPECT_EQ(base64(span).size(), 24U);
    EXPECT_EQ(id_from_text(IdOf::span, base64("EEE19B7EC3C1B174")), span);
}

TEST(OtlpIdsTest, BytesAreTheIdItself) {
    EXPECT_EQ(id_from_bytes(IdOf::trace, trace_bytes), trace);
    EXPECT_EQ(id_from_bytes(IdOf::span, span_bytes), span);
}

TEST(OtlpIdsTest, HexThatWasTakenForBase64IsRecovered) {
    const std::string mangled_trace = from_base64url(trace).value_or("");
    const std::string mangled_span = from_base64url(span).value_or("");
    EXPECT_EQ(mangled_trace.size(), 24U);
    EXPECT_EQ(mangled_span.size(), 12U);
    EXPECT_EQ(id_from_bytes(IdOf::trace, mangled_trace), trace);
    EXPECT_EQ(id_from_bytes(IdOf::span, mangled_span), span);
    EXPECT_EQ(id_from_bytes(IdOf::trace, std::string(24, '\xff')), std::nullopt);
}

TEST(OtlpIdsTest, NothingAndZerosStandForNone) {
    EXPECT_EQ(id_from_text(IdOf::trace, ""), "");
    EXPECT_EQ(id_from_text(IdOf::span, std::string(16, '0')), "");
    EXPECT_EQ(id_from_text(IdOf::trace, base64(std::string(16, '\0'))), "");
    EXPECT_EQ(id_from_text(IdOf::span, base64(std::string(16, '0'))), "");
    EXPECT_EQ(id_from_bytes(IdOf::span, ""), "");
    EXPECT_EQ(id_from_bytes(IdOf::span, std::string(8, '\0')), "");
    EXPECT_EQ(id_from_bytes(IdOf::trace, std::string(16, '\0')), "");
}

TEST(OtlpIdsTest, AnythingElseIsNoId) {
    for (const std::string& text :
         {trace.substr(1), trace + "0", span, "g" + trace.substr(1), std::string(24, '='),
          std::string(24, '!'), std::string(22, 'A') + "=A", base64(std::string(32, 'x')),
          std::string("W47/95gDgQPSabYzgT/GDA")}) {
        EXPECT_EQ(id_from_text(IdOf::trace, text), std::nullopt) << text;
    }
    for (const std::string& text : {span.substr(1), span + "00", trace, std::string("not an id")}) {
        EXPECT_EQ(id_from_text(IdOf::span, text), std::nullopt) << text;
    }
    for (const std::size_t size : {1U, 7U, 9U, 12U, 15U, 17U, 23U, 25U, 32U}) {
        EXPECT_EQ(id_from_bytes(IdOf::trace, std::string(size, 'a')), std::nullopt) << size;
    }
    for (const std::size_t size : {1U, 7U, 9U, 11U, 13U, 16U}) {
        EXPECT_EQ(id_from_bytes(IdOf::span, std::string(size, 'a')), std::nullopt) << size;
    }
}

}  // namespace
}  // namespace hence
