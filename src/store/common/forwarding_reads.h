// A store that passes every question on to another store; a base for stores that change one thing.
//
// A wrapper overrides what it changes, and says itself what becomes of an append. Without it, each
// wrapper would repeat every call, and a call that is new in Store would be forgotten in one of
// them.
#pragma once

#include "hence/store.h"

namespace hence {

class ForwardingReads : public Store {
public:
    // `store` must outlive it.
    explicit ForwardingReads(const Store& store) : asked_(store) {}

    Result<std::optional<Event>> find(std::string_view id) const override {
        return asked_.find(id);
    }
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override {
        return asked_.scan(key, scan);
    }
    Result<std::unique_ptr<Cursor>> read(std::uint64_t from_seq,
                                         std::uint64_t to_seq) const override {
        return asked_.read(from_seq, to_seq);
    }
    std::uint64_t last_seq() const override { return asked_.last_seq(); }
    bool may_have(Rare rare) const override { return asked_.may_have(rare); }
    Result<std::vector<Summary>> summaries(Space space, const Summary* after,
                                           std::size_t limit) const override {
        return asked_.summaries(space, after, limit);
    }
    Result<std::optional<Summary>> summary(Space space, std::string_view id,
                                           std::string_view session) const override {
        return asked_.summary(space, id, session);
    }
    Result<std::vector<Summary>> rows_of_run(std::string_view run) const override {
        return asked_.rows_of_run(run);
    }
    Result<std::vector<std::string>> runs_of(std::string_view session) const override {
        return asked_.runs_of(session);
    }
    Result<std::vector<std::string>> names_like(Space space, std::string_view part,
                                                std::size_t limit) const override {
        return asked_.names_like(space, part, limit);
    }
    Result<void> find_words(const WordQuery& query, const MatchVisitor& visit) const override {
        return asked_.find_words(query, visit);
    }
    Result<std::vector<QuarantineRow>> quarantine(std::uint64_t after_n,
                                                  std::size_t limit) const override {
        return asked_.quarantine(after_n, limit);
    }
    Result<QuarantineRow> quarantined(std::uint64_t n) const override {
        return asked_.quarantined(n);
    }
    std::optional<Error> damage() const override { return asked_.damage(); }

private:
    const Store& asked_;
};

}  // namespace hence
