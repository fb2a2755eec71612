// The store itself: log, index and head together, and the group commit.
#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "hence/store.h"
#include "store/rocks/commit.h"
#include "store/rocks/event_source.h"
#include "store/rocks/head.h"
#include "store/rocks/index.h"
#include "store/rocks/indexer.h"
#include "store/rocks/log.h"
#include "store/rocks/rocks_store.h"

namespace hence::rocks {

class Engine : public Store {
public:
    static Result<std::unique_ptr<Store>> open(const std::filesystem::path& directory,
                                               const RocksOptions& options);
    ~Engine() override;

    Result<Receipt> append(const Batch& batch, const Check& check) override;
    Result<std::optional<Event>> find(std::string_view id) const override;
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override;
    Result<std::unique_ptr<Cursor>> read(std::uint64_t from_seq,
                                         std::uint64_t to_seq) const override;
    std::uint64_t last_seq() const override { return acknowledged_; }
    Result<std::vector<Summary>> summaries(Space space, const Summary* after,
                                           std::size_t limit) const override;
    Result<std::optional<Summary>> summary(Space space, std::string_view id,
                                           std::string_view session) const override;
    Result<std::vector<Summary>> rows_of_run(std::string_view run) const override;
    Result<std::vector<std::string>> runs_of(std::string_view session) const override;
    Result<std::vector<std::string>> names_like(Space space, std::string_view part,
                                                std::size_t limit) const override;
    Result<std::vector<QuarantineRow>> quarantine(std::uint64_t after_n,
                                                  std::size_t limit) const override;
    Result<QuarantineRow> quarantined(std::uint64_t n) const override;
    std::optional<Error> damage() const override { return damage_; }

    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

private:
    // An append that waits for its turn. The first in line commits for all.
    struct Turn {
        const Batch* batch = nullptr;
        const Check* check = nullptr;
        std::optional<Result<Receipt>> result;
    };

    Result<void> start(const std::string& log_path, const std::string& index_path,
                       const RocksOptions& options, rocksdb::Env* env);
    Result<void> open_index(const std::string& path, const RocksOptions& options,
                            rocksdb::Env* env);
    Result<void> bring_up_to_date(const RocksOptions& options);
    Result<Additions> additions_of(const BatchEntry& batch) const;

    std::vector<Turn*> take_group();
    void commit(const std::vector<Turn*>& group);
    Result<std::vector<Receipt>> commit_batches(const std::vector<Turn*>& group);
    Result<void> write(Commit& commit, bool sync);
    Result<void> write_head();
    Result<void> sync_log();
    void forget_failed_commit(std::uint64_t last_seq, std::uint64_t last_refused);
    void keep_head_synced();

    std::unique_ptr<Log> log_;
    std::unique_ptr<Index> index_;
    std::unique_ptr<EventSource> source_;
    std::unique_ptr<Indexer> indexer_;
    std::unique_ptr<HeadFile> head_;

    std::mutex turns_mutex_;
    std::condition_variable turns_changed_;
    std::deque<Turn*> turns_;
    bool committing_ = false;

    CommitState state_;             // Of whoever commits.
    bool log_unsynced_ = false;     // Likewise: the last commit was not to be synced.
    std::optional<Error> failure_;  // Likewise. After it, nothing is taken.
    std::atomic<std::uint64_t> acknowledged_ = 0;

    std::mutex head_mutex_;
    std::condition_variable head_changed_;
    bool head_unsynced_ = false;
    bool closing_ = false;
    std::optional<Error> head_failure_;
    std::thread head_keeper_;

    std::optional<Error> damage_;
    std::filesystem::path temporary_;  // Of a salvaged store.
};

}  // namespace hence::rocks
