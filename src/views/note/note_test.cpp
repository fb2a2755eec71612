#include "hence/note.h"

#include "model/facts.h"
#include "model/ids.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class NoteTest : public ToldLog {
protected:
    std::string message_of(const NoteRequest& request) {
        const Result<Event> note = record_note(*store_, request);
        return note ? "recorded" : note.error().message;
    }
};

TEST_F(NoteTest, StandsWhereItsEventStandsAndNamesIt) {
    tell(0, "decision", R"("agent":"a","session":"s","run":"r","correlation":"c")");
    const Result<Event> note = record_note(
        *store_, {.event = "e1", .text = "too \"large\"\n", .author = "ada", .time = Time{5}});
    ASSERT_TRUE(note) << note.error().message;
    EXPECT_TRUE(is_uuid7(note->id()));
    EXPECT_EQ(note->session(), "s");
    EXPECT_EQ(note->run(), "r");
    EXPECT_EQ(note->correlation(), "c");
    EXPECT_EQ(note->parent(), "e1");
    EXPECT_EQ(note->agent(), "");
    EXPECT_EQ(note->fields(), R"({"text":"too \"large\"\n","of":"e1","author":"ada"})");
}

TEST_F(NoteTest, TheSameRequestCountsOnceAndAnotherUnderItsIdIsRefused) {
    tell(0, "thought", R"("session":"s")");
    const NoteRequest request{.event = "e1", .text = "x", .id = "n"};
    EXPECT_EQ(message_of(request), "recorded");
    EXPECT_EQ(message_of(request), "recorded");
    EXPECT_EQ(message_of({.event = "e1", .text = "y", .id = "n"}),
              "another event has the id n: Note: x");
    EXPECT_EQ(store_->last_seq(), 2U);
}

TEST_F(NoteTest, SaysNothingAboutNothing) {
    tell(0, "thought", R"("session":"s")");
    EXPECT_EQ(message_of({.event = "e1", .text = " \n\t"}), "the note says nothing");
    EXPECT_EQ(message_of({.event = "", .text = "x"}), "nothing is named that this note is about");
    const Result<Event> lost = record_note(*store_, {.event = "e9", .text = "x"});
    ASSERT_FALSE(lost);
    EXPECT_EQ(lost.error().code, Code::not_found);
    EXPECT_EQ(store_->last_seq(), 1U);
}

TEST_F(NoteTest, NotesAreFoundByTheirEvents) {
    tell(0, "thought", R"("session":"s")");
    tell(1, "thought", R"("session":"s")");
    tell(2, "note", R"("session":"s","fields":{"of":"e2","text":"b"})");
    tell(3, "note", R"("session":"s","fields":{"of":7,"text":"of no event"})");
    const Result<std::vector<Event>> found = notes_about(*store_, {"e2", "e7"});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 1U);
    EXPECT_EQ(text_field(found->front(), "text"), "b");
    EXPECT_TRUE(notes_about(*store_, {"e1"})->empty());
}

}  // namespace
}  // namespace hence
