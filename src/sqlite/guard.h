// What keeps a query that comes from outside from doing harm: what it may do, and for how long.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <sqlite3.h>

namespace hence::sqlite {

// Watches one connection. Must outlive it, and must not move.
class Guard {
public:
    Guard(std::chrono::milliseconds time, std::uint64_t memory);
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

    // Reading of this table is allowed.
    void allow_table(std::string_view name) { tables_.emplace(name); }
    // From here on only what is allowed can be prepared, and every statement is watched. The result
    // code of SQLite.
    int watch(sqlite3* connection);
    // While this is true, SQLite writes down what a table of ours looks like.
    void trust_while(const bool& declaring) { declaring_ = &declaring; }

    // Why a statement was refused, or empty.
    const std::string& refusal() const { return refusal_; }
    bool out_of_time() const { return out_of_time_; }
    bool out_of_memory() const { return out_of_memory_; }
    // Looks at the clock and the memory; false when a bound is reached.
    bool may_go_on();
    // Time counts between these two only: whoever reads the rows may take as long as they like.
    void resume() { end_ = std::chrono::steady_clock::now() + left_; }
    void pause() { left_ = end_ - std::chrono::steady_clock::now(); }

private:
    static int authorize(void* self, int action, const char* first, const char* second,
                         const char* database, const char* trigger);
    static int progress(void* self);
    int refuse(std::string reason);
    int look_at(int action, const char* first, const char* second);

    std::chrono::steady_clock::duration left_;
    std::chrono::steady_clock::time_point end_;
    std::uint64_t memory_;
    std::set<std::string, std::less<>> tables_;
    std::string refusal_;
    const bool* declaring_ = nullptr;
    bool out_of_time_ = false;
    bool out_of_memory_ = false;
};

}  // namespace hence::sqlite
