#include "record/walk.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "store/common/directory_for_test.h"

namespace hence {
namespace {

namespace fs = std::filesystem;

class WalkTest : public testing::Test {
protected:
    void write(const std::string& name) {
        fs::create_directories((top() / name).parent_path());
        std::ofstream(top() / name) << "x";
    }
    const fs::path& top() const { return directory_.path(); }
    // The names that were found, relative to the top.
    std::string walked(const std::string& except = {}) {
        FileWalk walk(except);
        if (!walk.add(top().string())) {
            return "failed";
        }
        std::string names;
        for (const FoundFile& file : walk.found().files) {
            names += fs::relative(file.path, top()).string() + " ";
        }
        return names;
    }

    rocks::StoreDirectory directory_;
};

TEST_F(WalkTest, FilesComeByNameAndHiddenOnesToo) {
    write("b.txt");
    write("a/z.txt");
    write("a/.hidden/y.txt");
    write("c/x.txt");
    EXPECT_EQ(walked(), "a/.hidden/y.txt a/z.txt b.txt c/x.txt ");
}

TEST_F(WalkTest, CircleOfLinksEnds) {
    write("a/x.txt");
    fs::create_directory_symlink(top(), top() / "a/up");
    fs::create_symlink(top() / "a/x.txt", top() / "same.txt");
    fs::create_symlink(top() / "nothing", top() / "dangling");
    EXPECT_EQ(walked(), "a/x.txt ");
}

TEST_F(WalkTest, OneDirectoryMayBeLeftOut) {
    write("a/x.txt");
    write("store/y.txt");
    EXPECT_EQ(walked((top() / "store").string()), "a/x.txt ");
}

TEST_F(WalkTest, WhatWasNamedIsTakenAsOftenAsItWasNamed) {
    write("x.txt");
    FileWalk walk("");
    const std::string file = (top() / "x.txt").string();
    ASSERT_TRUE(walk.add(file));
    ASSERT_TRUE(walk.add(file));
    ASSERT_TRUE(walk.add("-"));
    ASSERT_EQ(walk.found().files.size(), 3U);
    EXPECT_TRUE(walk.found().files[0].named);
    EXPECT_TRUE(walk.found().files[0].regular);
    EXPECT_EQ(walk.found().files[0].bytes, 1U);
    EXPECT_FALSE(walk.found().files[2].regular);
    EXPECT_EQ(walk.add((top() / "gone").string()).error().code, Code::not_found);
}

}  // namespace
}  // namespace hence
