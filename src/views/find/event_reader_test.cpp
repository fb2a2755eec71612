#include "views/find/event_reader.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "views/testing/story_for_test.h"

namespace hence {
namespace {

class EventReaderTest : public StoryTest {
protected:
    void tell_many(int count) {
        for (int i = 1; i <= count; ++i) {
            tell("'id':'e" + std::to_string(i) + "','kind':'thought'");
        }
    }

    // The ids of the events of these numbers, as they are read.
    std::string read(std::vector<std::uint64_t> seqs) {
        EventReader reader(store(), seqs);
        std::string ids;
        for (std::size_t i = 0; i < seqs.size(); ++i) {
            const Result<Event> event = reader.next();
            ids += event ? std::string(event->id()) + " " : "! " + event.error().message;
        }
        return ids;
    }
};

TEST_F(EventReaderTest, ReadsNumbersThatCountUpNearAndFar) {
    tell_many(60);
    EXPECT_EQ(read({1, 2, 18, 35, 36, 60}), "e1 e2 e18 e35 e36 e60 ");
    EXPECT_EQ(read({}), "");
}

TEST_F(EventReaderTest, ReadsInAnyOrderAndTwice) {
    tell_many(40);
    EXPECT_EQ(read({40, 1, 2, 2, 39, 20, 40}), "e40 e1 e2 e2 e39 e20 e40 ");
}

TEST_F(EventReaderTest, ReadsMoreThanAWindow) {
    tell_many(1'100);
    std::vector<std::uint64_t> seqs;
    std::string ids;
    for (std::uint64_t seq = 1'100; seq > 0; --seq) {
        seqs.push_back(seq);
        ids += "e" + std::to_string(seq) + " ";
    }
    EXPECT_EQ(read(seqs), ids);
}

TEST_F(EventReaderTest, SaysWhatIsLost) {
    tell_many(2);
    EXPECT_EQ(read({1, 2, 3}), "e1 e2 ! event number 3 is no longer there");
    EXPECT_EQ(read({3, 1}), "! event number 3 is no longer theree1 ");
}

}  // namespace
}  // namespace hence
