#include "views/lists/listing_outcomes.h"

#include <map>
#include <random>
#include <string>

#include "hence/listing.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class ListingOutcomesTest : public ToldLog {
protected:
    std::vector<Summary> rows(Space space) {
        std::vector<Summary> rows;
        Listing all = list(*store_, {.space = space, .limit = 0}).take();
        while (const std::optional<Summary> row = all.next().take()) {
            rows.push_back(*row);
        }
        return rows;
    }
    // "s1 2+1-0?" for each row that has any.
    std::string counted(Space space, const std::vector<Summary>& rows) {
        const Result<std::vector<OutcomeCounts>> counts = outcome_counts(*store_, space, rows);
        EXPECT_TRUE(counts);
        EXPECT_EQ(counts->size(), rows.size());
        std::string out;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const OutcomeCounts& is = (*counts)[i];
            if (is != OutcomeCounts()) {
                out += fmt::format("{}{} {}+{}-{}?", out.empty() ? "" : ", ", rows[i].id,
                                   is.correct, is.incorrect, is.unknown);
            }
        }
        return out;
    }
    std::string counted(Space space) { return counted(space, rows(space)); }
    void tell_outcome(int second, std::string_view names, std::string_view correct) {
        const std::string of = tell(second, "decision", names);
        tell(second, "outcome",
             fmt::format(R"({},"fields":{{"of":"{}","correct":{}}})", names, of, correct));
    }
};

TEST_F(ListingOutcomesTest, OutcomesCountInTheirSessionAndRun) {
    tell_outcome(1, R"("session":"s1","run":"r1")", "true");
    tell_outcome(2, R"("session":"s1","run":"r2")", "false");
    tell_outcome(3, R"("session":"s1","run":"r2")", "null");
    tell_outcome(4, R"("session":"s2","run":"r1")", "true");
    tell(5, "log", R"("session":"s3")");
    EXPECT_EQ(counted(Space::session), "s2 1+0-0?, s1 1+1-1?");
    EXPECT_EQ(counted(Space::run), "r1 1+0-0?, r2 0+1-1?, r1 1+0-0?");
    EXPECT_EQ(counted(Space::session, {}), "");
}

TEST_F(ListingOutcomesTest, WhereOthersHaveManyOutcomesTheRowsThemselvesAreRead) {
    tell_outcome(1, R"("session":"asked")", "true");
    for (int i = 0; i < 50; ++i) {
        tell_outcome(2, fmt::format(R"("session":"other{}")", i), "false");
    }
    tell_outcome(3, R"("session":"asked")", "false");
    std::vector<Summary> asked = rows(Space::session);
    std::erase_if(asked, [](const Summary& row) { return row.id != "asked"; });
    EXPECT_EQ(counted(Space::session, asked), "asked 1+1-0?");
}

TEST_F(ListingOutcomesTest, OutcomesWithoutASessionCountWhereTheirRunBelongs) {
    tell_outcome(1, R"("run":"r")", "true");
    tell(2, "log", R"("session":"s","run":"r")");
    EXPECT_EQ(counted(Space::session), "s 1+0-0?");
    EXPECT_EQ(counted(Space::run), "r 1+0-0?");
}

TEST_F(ListingOutcomesTest, AnyChoiceOfRowsAgreesWithCountingThemAll) {
    std::mt19937 random(3);
    std::map<std::string, OutcomeCounts> expected;
    for (int i = 0; i < 400; ++i) {
        const std::string session = fmt::format("s{}", random() % 20);
        if (random() % 3 == 0) {
            tell(static_cast<int>(random() % 300), "log",
                 fmt::format(R"("session":"{}")", session));
            continue;
        }
        const std::uint64_t verdict = random() % 3;
        tell_outcome(static_cast<int>(random() % 300), fmt::format(R"("session":"{}")", session),
                     verdict == 0   ? "true"
                     : verdict == 1 ? "false"
                                    : "null");
        OutcomeCounts& counts = expected[session];
        ++(verdict == 0 ? counts.correct : verdict == 1 ? counts.incorrect : counts.unknown);
    }
    const std::vector<Summary> all = rows(Space::session);
    for (int round = 0; round < 50; ++round) {
        std::vector<Summary> some = all;
        std::erase_if(some, [&](const Summary&) { return random() % 4 > 0; });
        const auto counts = outcome_counts(*store_, Space::session, some);
        ASSERT_TRUE(counts);
        for (std::size_t i = 0; i < some.size(); ++i) {
            ASSERT_EQ((*counts)[i], expected[some[i].id]) << some[i].id;
        }
    }
}

}  // namespace
}  // namespace hence
