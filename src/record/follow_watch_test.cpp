#include "record/follow_watch.h"

#include <fstream>

#include <gtest/gtest.h>

#include "store/common/directory_for_test.h"

namespace hence {
namespace {

class WatcherTest : public testing::Test {
protected:
    void write(const std::string& name) { std::ofstream(top_ + "/" + name, std::ios::app) << "x"; }

    rocks::StoreDirectory directory_;
    std::string top_ = directory_.path().string();
};

TEST_F(WatcherTest, ChangesInADirectoryAreToldWithThePrefix) {
    Watcher watcher;
    ASSERT_TRUE(watcher.tells());
    watcher.watch_directory(top_, "here/");
    write("a");
    const Changes changes = watcher.wait(5'000);
    EXPECT_EQ(changes.paths, std::set<std::string>{"here/a"});
    EXPECT_FALSE(changes.any);
    EXPECT_TRUE(watcher.wait(0).paths.empty());
}

TEST_F(WatcherTest, NewDirectoryMayHoldAnything) {
    Watcher watcher;
    watcher.watch_directory(top_, "");
    std::filesystem::create_directory(top_ + "/d");
    EXPECT_TRUE(watcher.wait(5'000).any);
}

TEST_F(WatcherTest, FileIsToldOfByItsPath) {
    write("a");
    Watcher watcher;
    watcher.watch_file(top_ + "/a");
    watcher.watch_file(top_ + "/gone");
    EXPECT_TRUE(watcher.tells());
    write("a");
    EXPECT_EQ(watcher.wait(5'000).paths, std::set<std::string>{top_ + "/a"});
}

TEST_F(WatcherTest, ByTheClockAnythingMayHaveChanged) {
    Watcher watcher(Watcher::Means::clock);
    watcher.watch_directory(top_, "");
    EXPECT_FALSE(watcher.tells());
    EXPECT_TRUE(watcher.wait(1).any);
}

}  // namespace
}  // namespace hence
