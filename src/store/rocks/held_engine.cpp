// HeldEngine passes each call through the gate to its engine. `ask` and `append` open the store
// again when the engine takes nothing more. HeldCursor passes each step of a walk through the gate,
// too.
#include "store/rocks/held_engine.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"

namespace hence {

Result<std::unique_ptr<Store>> open_rocks_store(const std::filesystem::path& directory,
                                                const RocksOptions& options) {
    return rocks::HeldEngine::open(directory, options);
}

namespace rocks {
namespace {

using Clock = std::chrono::steady_clock;

// Opening costs as much as reading the write-ahead log: not for every event of a busy program. Each
// try that fails doubles the pause.
constexpr std::chrono::milliseconds first_pause{250};
constexpr std::chrono::milliseconds pause_max{8'000};
// A call may itself have asked the program to exit, and is then never over.
constexpr std::chrono::seconds exit_patience{5};

Result<void> make_directory(const std::filesystem::path& directory) {
    std::error_code failed;
    std::filesystem::create_directories(directory, failed);
    if (failed && !std::filesystem::is_directory(directory)) {
        return Error{Code::io,
                     fmt::format("cannot create {}: {}", directory.string(), failed.message()),
                     "name a directory that can be written with --store"};
    }
    return {};
}

// RocksDB has threads for the whole process, begun by the first store. A forked child believes that
// it has them too, and would wait for them for ever.
Result<void> must_have_threads() {
    static const ProcessMark first_opened;
    if (first_opened.is_here()) {
        return {};
    }
    return Error{
        Code::unsupported,
        fmt::format("process {} had opened a store when it forked this one, which therefore "
                    "can open none",
                    first_opened.process_id()),
        "fork before the first store is opened, or start the child with exec"};
}

template <class T>
Result<T> in_words(const StorePlace& place, Result<T> result) {
    if (!result) {
        return place.in_words(result.error());
    }
    return result;
}

}  // namespace

// A cursor whose engine may be closed beneath it. It then says so.
class HeldEngine::HeldCursor : public Cursor {
public:
    HeldCursor(const HeldEngine& store, std::unique_ptr<Cursor> inner)
        : store_(store), inner_(std::move(inner)) {
        const std::lock_guard lock(store_.cursors_mutex_);
        here_ = store_.cursors_.insert(store_.cursors_.end(), this);
    }
    HeldCursor(const HeldCursor&) = delete;
    HeldCursor& operator=(const HeldCursor&) = delete;
    ~HeldCursor() override {
        if (!store_.opened_in_.is_here()) {
            static_cast<void>(inner_.release());  // A lock in it may be held by nobody.
            return;
        }
        const Gate::Pass pass(store_.gate_);
        inner_ = nullptr;
        const std::lock_guard lock(store_.cursors_mutex_);
        store_.cursors_.erase(here_);
    }

    Result<std::optional<Event>> next() override {
        TRY(store_.must_be_here());
        const Gate::Pass pass(store_.gate_);
        if (inner_ == nullptr) {
            TRY(store_.must_be_open());
            return Error{Code::io, "the store was opened again while it was read", "ask again"};
        }
        return in_words(*store_.place_, inner_->next());
    }

    void let_go() { inner_ = nullptr; }

private:
    const HeldEngine& store_;
    std::unique_ptr<Cursor> inner_;
    Cursors::iterator here_;
};

Result<std::unique_ptr<Store>> HeldEngine::open(const std::filesystem::path& directory,
                                                const RocksOptions& options) {
    TRY(must_have_threads());
    TRY(make_directory(directory));
    std::unique_ptr<StorePlace> place;
    if (options.env == nullptr) {
        place = TRY(StorePlace::open(directory));
    } else {
        place = StorePlace::unheld(directory);
    }
    Result<std::unique_ptr<Engine>> engine = in_words(*place, Engine::open(*place, options));
    if (!engine) {
        return engine.error();
    }
    return std::unique_ptr<Store>(
        std::make_unique<HeldEngine>(std::move(place), options, std::move(engine).take()));
}

HeldEngine::HeldEngine(std::unique_ptr<StorePlace> place, RocksOptions options,
                       std::unique_ptr<Engine> engine)
    : place_(std::move(place)), options_(std::move(options)), engine_(std::move(engine)) {
    // Last, when RocksDB has made all the globals that closing needs.
    at_exit_ = std::make_unique<AtExit>([this] { close_at_exit(); });
}

HeldEngine::~HeldEngine() {
    if (!opened_in_.is_here()) {
        // The engine's threads do not exist in this child, and its locks may be held for ever. Its
        // open files are the parent's to close; the directory's lock was closed when the child was
        // made.
        static_cast<void>(at_exit_.release());
        static_cast<void>(engine_.release());
        return;
    }
    at_exit_ = nullptr;
    if (abandoned_) {
        static_cast<void>(engine_.release());
        return;
    }
    const Gate::Shut shut(gate_);
    close_engine();
}

Result<void> HeldEngine::must_be_here() const {
    if (opened_in_.is_here()) {
        return {};
    }
    return Error{Code::unsupported,
                 fmt::format("the store {} was opened by process {}, of which this is a child",
                             place_->directory().string(), opened_in_.process_id()),
                 "record in the process that opened it, or fork before the first store is opened"};
}

// Only between passing the gate and leaving it.
Result<void> HeldEngine::must_be_open() const {
    if (ended_) {
        return Error{Code::unsupported,
                     fmt::format("the store {} is closed: the program is exiting",
                                 place_->directory().string()),
                     "record before main returns, or in a handler that was set after the opening"};
    }
    if (engine_ == nullptr) {
        return *closed_;
    }
    return {};
}

void HeldEngine::close_engine() const {
    {
        const std::lock_guard lock(cursors_mutex_);
        for (HeldCursor* cursor : cursors_) {
            cursor->let_go();
        }
    }
    if (engine_ != nullptr) {
        last_seq_ = engine_->last_seq();
    }
    engine_ = nullptr;
}

void HeldEngine::close_at_exit() {
    const Gate::Shut shut(gate_, exit_patience);
    if (!shut) {
        abandoned_ = true;  // A call is still under way, and needs what it uses.
        return;
    }
    ended_ = true;
    close_engine();
}

// Whether to open again now. An engine that only answers goes on answering until there is room.
bool HeldEngine::is_time_to_try() const {
    if (Clock::now() < next_try_) {
        return false;
    }
    const bool worth_it =
        engine_ == nullptr || !engine_->refusal() || static_cast<bool>(place_->check_room());
    pause_ = std::min(std::max(pause_ * 2, first_pause), pause_max);
    next_try_ = Clock::now() + (worth_it ? pause_ : first_pause);
    return worth_it;
}

// Closes an engine that takes nothing and opens the store again. Succeeds without doing anything
// when another thread has just done it.
Result<void> HeldEngine::open_again() const {
    const std::lock_guard one_at_a_time(again_mutex_);
    const Gate::Shut shut(gate_);
    if (ended_) {
        return must_be_open();
    }
    if (engine_ != nullptr && !engine_->failed() && !engine_->refusal()) {
        return {};
    }
    if (!is_time_to_try()) {
        return must_be_open();
    }
    close_engine();
    Result<std::unique_ptr<Engine>> opened = in_words(*place_, Engine::open(*place_, options_));
    if (!opened) {
        closed_ = opened.error();
        return *closed_;
    }
    engine_ = std::move(opened).take();
    if (!engine_->refusal()) {
        pause_ = {};
    }
    return {};
}

Result<Receipt> HeldEngine::append(const Batch& batch, const Check& check) {
    TRY(must_be_here());
    asked_ = true;
    bool must_open = false;
    {
        const Gate::Pass pass(gate_);
        must_open = !ended_ && (engine_ == nullptr || engine_->takes_nothing());
    }
    if (must_open) {
        TRY(open_again());
    }
    const Gate::Pass pass(gate_);
    TRY(must_be_open());
    return in_words(*place_, engine_->append(batch, check));
}

// Returns what `ask` answers. If that is an error and the engine has failed, the index may lack
// acknowledged events: then the store is opened again and asked once more.
template <class Ask>
auto HeldEngine::ask(Ask ask) const -> decltype(ask(std::declval<Engine&>())) {
    TRY(must_be_here());
    asked_ = true;
    for (bool again = false;; again = true) {
        bool must_open = false;
        {
            const Gate::Pass pass(gate_);
            const Result<void> open = must_be_open();
            if (open) {
                auto answer = ask(*engine_);
                must_open = !answer && !again && engine_->failed();
                if (!must_open) {
                    return in_words(*place_, std::move(answer));
                }
            } else if (again || ended_) {
                return open.error();
            }
        }
        TRY(open_again());
    }
}

template <class Ask>
Result<std::unique_ptr<Cursor>> HeldEngine::ask_for_cursor(Ask make) const {
    return ask([&](const Engine& engine) -> Result<std::unique_ptr<Cursor>> {
        std::unique_ptr<Cursor> inner = TRY(make(engine));
        return std::unique_ptr<Cursor>(std::make_unique<HeldCursor>(*this, std::move(inner)));
    });
}

Result<std::optional<Event>> HeldEngine::find(std::string_view id) const {
    return ask([&](const Engine& engine) { return engine.find(id); });
}

Result<std::unique_ptr<Cursor>> HeldEngine::scan(const Key& key, const Scan& scan) const {
    return ask_for_cursor([&](const Engine& engine) { return engine.scan(key, scan); });
}

Result<std::vector<bool>> HeldEngine::may_hold(const std::vector<Key>& keys) const {
    return ask([&](const Engine& engine) { return engine.may_hold(keys); });
}

Result<std::unique_ptr<Cursor>> HeldEngine::read(std::uint64_t from_seq,
                                                 std::uint64_t to_seq) const {
    return ask_for_cursor([&](const Engine& engine) { return engine.read(from_seq, to_seq); });
}

std::uint64_t HeldEngine::last_seq() const {
    if (!opened_in_.is_here()) {
        return 0;
    }
    const Gate::Pass pass(gate_);
    return engine_ == nullptr ? last_seq_ : engine_->last_seq();
}

Result<std::vector<Summary>> HeldEngine::summaries(Space space, const Summary* after,
                                                   std::size_t limit) const {
    return ask([&](const Engine& engine) { return engine.summaries(space, after, limit); });
}

Result<std::optional<Summary>> HeldEngine::summary(Space space, std::string_view id,
                                                   std::string_view session) const {
    return ask([&](const Engine& engine) { return engine.summary(space, id, session); });
}

Result<std::vector<Summary>> HeldEngine::rows_of_run(std::string_view run) const {
    return ask([&](const Engine& engine) { return engine.rows_of_run(run); });
}

Result<std::vector<std::string>> HeldEngine::runs_of(std::string_view session) const {
    return ask([&](const Engine& engine) { return engine.runs_of(session); });
}

Result<std::vector<std::string>> HeldEngine::names_like(Space space, std::string_view part,
                                                        std::size_t limit) const {
    return ask([&](const Engine& engine) { return engine.names_like(space, part, limit); });
}

// Not asked again after an error: the visitor has seen a part of the answer.
Result<void> HeldEngine::find_words(const WordQuery& query, const MatchVisitor& visit) const {
    TRY(must_be_here());
    const Gate::Pass pass(gate_);
    TRY(must_be_open());
    return in_words(*place_, engine_->find_words(query, visit));
}

Result<Sheets> HeldEngine::sheets() const {
    return ask([](const Engine& engine) { return engine.sheets(); });
}

Result<std::string> HeldEngine::sheet(SheetKind kind, std::uint64_t last_seq) const {
    return ask([&](const Engine& engine) { return engine.sheet(kind, last_seq); });
}

Result<std::vector<QuarantineRow>> HeldEngine::quarantine(std::uint64_t after_n,
                                                          std::size_t limit) const {
    return ask([&](const Engine& engine) { return engine.quarantine(after_n, limit); });
}

Result<QuarantineRow> HeldEngine::quarantined(std::uint64_t n) const {
    return ask([&](const Engine& engine) { return engine.quarantined(n); });
}

// Alone in the store from the announcement to the end: nobody sees a part of it. Opening again is
// what carries it out.
Result<Receipt> HeldEngine::erase_all(const std::vector<Erasure>& erasures) {
    TRY(must_be_here());
    const std::lock_guard one_at_a_time(again_mutex_);
    const Gate::Shut shut(gate_);
    TRY(must_be_open());
    const Receipt receipt = TRY(in_words(*place_, engine_->announce(erasures)));
    close_engine();
    Result<std::unique_ptr<Engine>> opened = in_words(*place_, Engine::open(*place_, options_));
    if (!opened) {
        closed_ = Error{
            opened.error().code,
            fmt::format("the erasure was announced and is not done: {}", opened.error().message),
            "the next command that opens the store finishes it"};
        return *closed_;
    }
    engine_ = std::move(opened).take();
    if (engine_->refusal()) {
        return Error{engine_->refusal()->code,
                     fmt::format("the erasure was announced and is not done: {}",
                                 engine_->refusal()->message),
                     engine_->refusal()->hint};
    }
    return receipt;
}

Result<std::vector<std::uint64_t>> HeldEngine::replaced() const {
    return ask([](const Engine& engine) { return engine.replaced(); });
}

bool HeldEngine::drop_unasked() {
    if (!opened_in_.is_here() || asked_.exchange(false)) {
        return false;
    }
    const Gate::Pass pass(gate_);
    return engine_ != nullptr && engine_->drop_kept();
}

Result<StoredBatch> HeldEngine::stored_batch(std::uint64_t seq) const {
    return ask([&](const Engine& engine) { return engine.stored_batch(seq); });
}

Result<LogEntries> HeldEngine::stored_quarantine() const {
    return ask([&](const Engine& engine) { return engine.stored_quarantine(); });
}

Result<void> HeldEngine::take_batches(const std::vector<StoredBatch>& batches) {
    return ask([&](Engine& engine) { return engine.take_batches(batches); });
}

Result<void> HeldEngine::take_quarantine(const LogEntries& entries) {
    return ask([&](Engine& engine) { return engine.take_quarantine(entries); });
}

// Where nobody can be asked, the question that follows says why.
bool HeldEngine::may_have(Rare rare) const {
    if (!opened_in_.is_here()) {
        return true;
    }
    const Gate::Pass pass(gate_);
    return engine_ == nullptr || engine_->may_have(rare);
}

std::optional<Error> HeldEngine::damage() const {
    if (!opened_in_.is_here()) {
        return must_be_here().error();
    }
    const Gate::Pass pass(gate_);
    if (engine_ == nullptr || !engine_->damage()) {
        return std::nullopt;
    }
    return place_->in_words(*engine_->damage());
}

Result<CheckpointRecord> HeldEngine::cover() {
    return ask([](const Engine& engine) { return engine.cover(); });
}

Result<std::vector<Hash>> HeldEngine::tree_nodes(unsigned level, std::uint64_t first,
                                                 std::uint64_t count) {
    return ask([&](const Engine& engine) -> Result<std::vector<Hash>> {
        TreeKeeper* const tree = TRY(engine.keeper());
        return tree->nodes(level, first, count);
    });
}

Result<std::vector<Leaf>> HeldEngine::leaves(std::uint64_t first_seq, std::uint64_t last_seq) {
    return ask([&](const Engine& engine) { return engine.leaves(first_seq, last_seq); });
}

Result<ProvenEvent> HeldEngine::proven(std::uint64_t seq) {
    return ask([&](const Engine& engine) { return engine.proven(seq); });
}

Result<std::vector<CheckpointRecord>> HeldEngine::checkpoint_records(std::size_t limit) {
    return ask([&](const Engine& engine) -> Result<std::vector<CheckpointRecord>> {
        TreeKeeper* const tree = TRY(engine.keeper());
        return tree->records(limit);
    });
}

Result<void> HeldEngine::keep(const CheckpointRecord& record) {
    return ask([&](const Engine& engine) -> Result<void> {
        TreeKeeper* const tree = TRY(engine.keeper());
        return tree->keep(record);
    });
}

}  // namespace rocks
}  // namespace hence
