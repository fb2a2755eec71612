// A store as one answer sees it, which notes where the events of a name stand once the answer has
// asked for that name often.
//
// The index may keep events of one name that happened within an hour together on disk. To find the
// event before or behind a place, the store then reads all of them. For one question that is
// little. An answer that asks for each of them in turn would take time with the square of their
// number. So after a few questions about a name all its places are noted, and each further question
// reads only the events that it asks for. This is done only for names within one session or
// correlation: a name that all sessions share may have far more events than the answer is about.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/by_text.h"
#include "hence/store.h"
#include "views/find/places.h"

namespace hence {

// For one moment of a store, which must outlive it and every cursor. Not for several threads, and
// nothing can be appended.
class NotedStore final : public Store {
public:
    explicit NotedStore(const Store& store) : store_(store) {}

    Result<Receipt> append(const Batch& batch, const Check& check) override;
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override;

    Result<std::optional<Event>> find(std::string_view id) const override {
        return store_.find(id);
    }
    Result<std::unique_ptr<Cursor>> read(std::uint64_t from_seq,
                                         std::uint64_t to_seq) const override {
        return store_.read(from_seq, to_seq);
    }
    std::uint64_t last_seq() const override { return store_.last_seq(); }
    Result<std::vector<Summary>> summaries(Space space, const Summary* after,
                                           std::size_t limit) const override {
        return store_.summaries(space, after, limit);
    }
    Result<std::optional<Summary>> summary(Space space, std::string_view id,
                                           std::string_view session) const override {
        return store_.summary(space, id, session);
    }
    Result<std::vector<Summary>> rows_of_run(std::string_view run) const override {
        return store_.rows_of_run(run);
    }
    Result<std::vector<std::string>> runs_of(std::string_view session) const override {
        return store_.runs_of(session);
    }
    Result<std::vector<std::string>> names_like(Space space, std::string_view part,
                                                std::size_t limit) const override {
        return store_.names_like(space, part, limit);
    }
    Result<void> find_words(const WordQuery& query, const MatchVisitor& visit) const override {
        return store_.find_words(query, visit);
    }
    Result<std::vector<QuarantineRow>> quarantine(std::uint64_t after_n,
                                                  std::size_t limit) const override {
        return store_.quarantine(after_n, limit);
    }
    Result<QuarantineRow> quarantined(std::uint64_t n) const override {
        return store_.quarantined(n);
    }
    std::optional<Error> damage() const override { return store_.damage(); }

private:
    struct Name {
        int questions = 0;
        std::optional<Places> places = {};
    };

    const Store& store_;
    mutable ByText<Name> names_;  // By space and value.
};

}  // namespace hence
