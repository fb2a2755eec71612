#include "formats/common/beginning.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(BeginningTest, ArrayIsADocument) {
    EXPECT_TRUE(begins_as_document("[1]"));
    EXPECT_TRUE(begins_as_document(" \n["));
    EXPECT_FALSE(begins_as_document(""));
    EXPECT_FALSE(begins_as_document("\n \n"));
}

TEST(BeginningTest, LineThatBreaksOffWhereSomethingMustFollowIsADocument) {
    EXPECT_TRUE(begins_as_document("{\n"));
    EXPECT_TRUE(begins_as_document("{\"events\": [\r\n{"));
    EXPECT_TRUE(begins_as_document("{\"a\":1,\n\"b\":2}"));
    EXPECT_TRUE(begins_as_document("{\"a\":\n1}"));
    EXPECT_FALSE(begins_as_document("{\"a\":1}\n{\"a\":2}\n"));
    EXPECT_FALSE(begins_as_document("{\"a\":1"));
    EXPECT_FALSE(begins_as_document("{"));
}

TEST(BeginningTest, PartOfADocumentIsWholeOrCutOrNone) {
    EXPECT_EQ(document_part(" {\"a\":[1,\n2]}\n "), DocumentPart::whole);
    EXPECT_EQ(document_part("{\"a\":[1,\n"), DocumentPart::cut);
    EXPECT_EQ(document_part("{\"a\":\"\\"), DocumentPart::cut);
    EXPECT_EQ(document_part(""), DocumentPart::cut);
    EXPECT_EQ(document_part("{\"a\":1,\n{\"a\":2}"), DocumentPart::none);
    EXPECT_EQ(document_part("[1]\n[2]"), DocumentPart::none);
}

TEST(BeginningTest, FirstRecordIsTheFirstLineThatIsAnObject) {
    EXPECT_EQ(Beginning("\nnoise\n3\n{\"a\": 1}\n{\"b\":2}").record().raw(), "{\"a\":1}");
    EXPECT_EQ(Beginning("noise\n[1]\n").record().raw(), "");
    EXPECT_EQ(Beginning("").record().raw(), "");
}

TEST(BeginningTest, FirstRecordOfAnArrayIsItsFirstElement) {
    EXPECT_EQ(Beginning(" [ {\"a\": 1}, {\"b\":2}]").record().raw(), "{\"a\":1}");
    EXPECT_EQ(Beginning("[]").record().raw(), "");
    EXPECT_EQ(Beginning("[").record().raw(), "");
    EXPECT_EQ(Beginning("[3]").record().raw(), "");
}

TEST(BeginningTest, ArrayThatIsCutHasAFirstRecordAllTheSame) {
    EXPECT_EQ(Beginning("[{\"a\":1},\n{\"b").record().raw(), "{\"a\":1}");
}

TEST(BeginningTest, DocumentIsOneRecord) {
    EXPECT_EQ(Beginning("{\n \"a\": 1,\n \"b\": {}\n}\n").record().raw(), "{\"a\":1,\"b\":{}}");
}

TEST(BeginningTest, MemberThatIsNullIsThere) {
    const Beginning beginning("{\"a\":null,\"b\":1}");
    EXPECT_TRUE(beginning.has({"a", "b"}));
    EXPECT_FALSE(beginning.has({"a", "c"}));
    EXPECT_FALSE(Beginning("[]").has({"a"}));
}

}  // namespace
}  // namespace hence
