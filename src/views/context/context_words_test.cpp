#include "views/context/context_for_test.h"

namespace hence {
namespace {

TEST_F(ContextTest, ACompletionThatIsAMessageIsNamedByItsWords) {
    const auto told = [&](std::string_view id, std::string_view completion) {
        tell(
            fmt::format("'id':'{}','kind':'llm_call','run':'r1','fields':{{'model':'m',"
                        "'total_tokens':7,'completion':{}}}",
                        id, completion));
    };
    told("l1",
         "{'role':'assistant','parts':[{'type':'reasoning','content':'hm'},"
         "{'type':'text','content':'look\\nfirst'},{'type':'tool_call','name':'f'}]}");
    told("l2", "{'role':'assistant','content':[{'type':'text','text':'then that'}]}");
    told("l3", "{'role':'assistant','content':'done','tool_calls':[{'id':'c'}]}");
    told("l4", "{'role':'assistant','parts':[{'type':'tool_call','name':'f'}]}");
    told("l5", "{'answer':42}");
    EXPECT_EQ(thoughts(),
              "l1 look; l2 then that; l3 done; l4 LLM call: m (7 tokens); "
              "l5 {\"answer\":42}");
}

}  // namespace
}  // namespace hence
