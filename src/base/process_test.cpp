#include "base/process.h"

#include <cstdlib>
#include <functional>
#include <memory>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/at_exit.h"

namespace hence {
namespace {

// What `work` returns in a forked child.
int in_child(const std::function<int()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        _exit(work());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(ProcessMark, IsHereUntilTheProcessIsAnother) {
    const ProcessMark mark;
    EXPECT_TRUE(mark.is_here());
    EXPECT_EQ(mark.process_id(), getpid());
    EXPECT_EQ(in_child([&] { return mark.is_here() ? 1 : 0; }), 0);
    EXPECT_TRUE(mark.is_here());
}

TEST(ProcessMark, OfAChildIsNeitherItsParentsNorItsChilds) {
    const ProcessMark mark;
    const auto both = [&] {
        const ProcessMark own;
        const int grandchild = in_child([&] { return own.is_here() || mark.is_here() ? 1 : 0; });
        return own.is_here() && !mark.is_here() && grandchild == 0 ? 7 : 1;
    };
    EXPECT_EQ(in_child(both), 7);
}

TEST(ProcessMark, SeesAForkThatTheLibraryDoesNotKnowOf) {
    const ProcessMark mark;
    const long child = syscall(SYS_fork);
    if (child == 0) {
        _exit(mark.is_here() ? 1 : 0);
    }
    int status = 0;
    waitpid(static_cast<pid_t>(child), &status, 0);
    EXPECT_EQ(status, 0);
}

TEST(OfThisProcess, IsOneInAProcessAndAnotherInAChild) {
    struct Counter {
        int value = 0;
    };
    of_this_process<Counter>().value = 5;
    EXPECT_EQ(of_this_process<Counter>().value, 5);
    EXPECT_EQ(in_child([] { return of_this_process<Counter>().value; }), 0);
}

TEST(ClosedInChild, LeavesTheDescriptorOpenHereOnly) {
    const int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const auto is_open = [descriptor] { return fcntl(descriptor, F_GETFD) >= 0 ? 1 : 0; };
    {
        const ClosedInChild closed(descriptor);
        EXPECT_EQ(in_child(is_open), 0);
        EXPECT_EQ(is_open(), 1);
    }
    EXPECT_EQ(in_child(is_open), 1) << "it was taken back";
    close(descriptor);
}

TEST(AtExit, RunsTheLatestFirstAndWhatWasTakenBackNever) {
    EXPECT_EXIT(
        {
            const auto leave = [](const char* word) {
                return std::make_unique<AtExit>(
                           [word] { static_cast<void>(!write(STDERR_FILENO, word, 6)); })
                    .release();
            };
            // Held by statics: what nobody holds at the end is a leak to a sanitizer.
            static const AtExit* const first = leave("first.");
            static const AtExit* const second = leave("second");
            static_cast<void>(first != second);
            {
                const AtExit gone([] { static_cast<void>(!write(STDERR_FILENO, "gone", 4)); });
            }
            std::exit(0);
        },
        testing::ExitedWithCode(0), "secondfirst\\.$");
}

TEST(EnvironmentTest, AVariableThatIsNotSetIsEmpty) {
    EXPECT_EQ(environment("HENCE_NOBODY_SETS_THIS"), "");
    EXPECT_FALSE(environment("PATH").empty());
}

}  // namespace
}  // namespace hence
