// A reader keeps no queue: it has a place in the log, and reads on from there when it is asked to.
// So a reader that lags costs nothing, and an appender hands over only the newest seq.
//
// A thread of the hub's own wakes the readers that wait. An appender takes a lock for a moment, and
// only when it is the first since the last round; a round pauses before the next one, so that many
// small appends wake a reader once.
#include "server/watch/live.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/json/writer.h"
#include "model/repeat.h"
#include "server/watch/live_filter.h"

namespace hence {
namespace {

constexpr std::uint64_t piece_events_max = 500;                   // Looked at for one piece.
constexpr std::size_t piece_bytes_max = std::size_t{256} * 1024;  // One event may go beyond it.
constexpr std::size_t looked_bytes_max = 4ULL << 20;  // Of events that do not fit a filter.
constexpr int reconnect_after_ms = 2'000;
constexpr std::chrono::milliseconds pause_between_rounds{5};

}  // namespace

// The readers that wait, and the reader that is being called. All threads see writes to `last`,
// `pending` and `anyone` in one order (sequential consistency): either an appender sees that a
// reader waits, or the reader that begins to wait sees the new seq.
struct LiveHub::Shared {
    explicit Shared(std::size_t max) : readers_max(max) {}

    void wake_until_stopped();
    bool wake_round(std::unique_lock<std::mutex>& lock);

    std::atomic<std::uint64_t> last{0};
    std::atomic<bool> pending{false};  // Something was announced since the round before.
    std::atomic<bool> anyone{false};   // Someone waits.
    std::atomic<std::size_t> readers{0};
    std::atomic<bool> closed{false};
    const std::size_t readers_max;

    std::mutex mutex;
    std::condition_variable changed;
    std::condition_variable called;
    std::deque<Reader*> waiting;
    const Reader* calling = nullptr;
    bool stopping = false;
    std::thread waker;
};

class LiveHub::Reader final : public Feed {
public:
    // Where it begins, and whether the reader knows.
    struct Start {
        std::uint64_t seq;
        bool known;
    };
    Reader(std::shared_ptr<Shared> shared, const Store& store, LiveFilter filter, Start start)
        : shared_(std::move(shared)),
          store_(store),
          filter_(std::move(filter)),
          position_(start.seq),
          told_(start.seq),
          start_known_(start.known) {}
    ~Reader() override {
        revoke();
        --shared_->readers;
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    Result<std::string> next() override;
    void wait(std::function<void()> ready) override;
    std::string heartbeat() override;
    std::string farewell(Farewell reason) override;

private:
    friend Shared;

    void revoke();
    Result<void> add_events(std::string& out, std::uint64_t to);
    std::string place();

    std::shared_ptr<Shared> shared_;
    const Store& store_;
    LiveFilter filter_;
    std::uint64_t position_;  // What was looked at last.
    std::uint64_t told_;      // The id that the reader was given last.
    const bool start_known_;
    bool greeted_ = false;
    // Guarded by the hub's mutex.
    std::function<void()> ready_;
    std::uint64_t waits_behind_ = 0;
};

void LiveHub::Shared::wake_until_stopped() {
    std::unique_lock lock(mutex);
    while (true) {
        changed.wait(lock, [this] { return stopping || pending.load(); });
        if (stopping) {
            return;
        }
        pending = false;
        if (wake_round(lock)) {
            changed.wait_for(lock, pause_between_rounds, [this] { return stopping; });
        }
    }
}

// Calls the readers that wait for what has come, one after the other, without the lock.
bool LiveHub::Shared::wake_round(std::unique_lock<std::mutex>& lock) {
    bool woke = false;
    for (std::size_t left = waiting.size(); left > 0 && !waiting.empty() && !stopping; --left) {
        Reader* reader = waiting.front();
        waiting.pop_front();
        if (reader->waits_behind_ >= last) {
            waiting.push_back(reader);
            continue;
        }
        anyone = !waiting.empty();
        std::function<void()> ready = std::move(reader->ready_);
        reader->ready_ = nullptr;
        calling = reader;
        lock.unlock();
        ready();
        ready = nullptr;  // It may hold the feed itself: not under the lock.
        lock.lock();
        calling = nullptr;
        called.notify_all();
        woke = true;
    }
    return woke;
}

// The first piece says how soon to come back, and where the reader stands: one that loses its
// connection before anything has come can then resume as well.
Result<std::string> LiveHub::Reader::next() {
    std::string out;
    if (!greeted_) {
        greeted_ = true;
        out = fmt::format("retry: {}\n{}\n", reconnect_after_ms, start_known_ ? "" : place());
    }
    const std::uint64_t last = store_.last_seq();
    if (position_ < last) {
        TRY(add_events(out, std::min(last, position_ + piece_events_max)));
    }
    if (out.empty() && position_ - told_ >= piece_events_max) {
        out = place() + "\n";
    }
    return out;
}

Result<void> LiveHub::Reader::add_events(std::string& out, std::uint64_t to) {
    const std::unique_ptr<Cursor> events = TRY(store_.read(position_ + 1, to));
    std::size_t looked_bytes = 0;
    while (out.size() < piece_bytes_max && looked_bytes < looked_bytes_max) {
        const std::optional<Event> event = TRY(events->next());
        if (!event) {
            position_ = to;
            break;
        }
        position_ = event->seq();
        looked_bytes += event->fields().size() + event->rationale().size();
        const bool wanted = TRY(filter_.lets_pass(*event));
        if (wanted && !is_withdrawn(*event)) {
            fmt::format_to(std::back_inserter(out), "id: {}\nevent: event\ndata: ", position_);
            event->append_json(out);  // On one line, always.
            out += "\n\n";
            told_ = position_;
        }
    }
    return {};
}

// Moves the reader's place without an event. The empty line that ends it is the caller's.
std::string LiveHub::Reader::place() {
    told_ = position_;
    return fmt::format(": at {0}\nid: {0}\n", position_);
}

void LiveHub::Reader::wait(std::function<void()> ready) {
    revoke();
    if (greeted_) {
        const std::lock_guard lock(shared_->mutex);
        ready_ = std::move(ready);
        waits_behind_ = position_;
        shared_->waiting.push_back(this);
        shared_->anyone = true;
        if (shared_->last <= position_) {
            return;
        }
        shared_->waiting.pop_back();
        shared_->anyone = !shared_->waiting.empty();
        ready = std::exchange(ready_, nullptr);
    }
    ready();
}

void LiveHub::Reader::revoke() {
    std::function<void()> revoked;  // It may hold anything: destroyed without the lock.
    std::unique_lock lock(shared_->mutex);
    revoked = std::exchange(ready_, nullptr);
    std::erase(shared_->waiting, this);
    shared_->anyone = !shared_->waiting.empty();
    if (std::this_thread::get_id() != shared_->waker.get_id()) {
        shared_->called.wait(lock, [this] { return shared_->calling != this; });
    }
    lock.unlock();
}

std::string LiveHub::Reader::heartbeat() {
    return told_ == position_ ? ": \n\n" : place() + "\n";
}

std::string LiveHub::Reader::farewell(Farewell reason) {
    const bool slow = reason == Farewell::too_slow;
    std::string text = fmt::format("event: {}\ndata: ", slow ? "dropped" : "stopping");
    JsonWriter json(text);
    json.begin_object().member("reason", slow ? "too_slow" : "stopping");
    json.member("last_seq", position_).end_object().end_line();
    return text + '\n';
}

LiveHub::LiveHub(std::size_t readers_max) : shared_(std::make_shared<Shared>(readers_max)) {}

LiveHub::~LiveHub() {
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->stopping = true;
    }
    shared_->changed.notify_all();
    if (shared_->waker.joinable()) {
        shared_->waker.join();
    }
}

void LiveHub::announce(std::uint64_t last_seq) {
    std::uint64_t known = shared_->last;
    while (known < last_seq && !shared_->last.compare_exchange_weak(known, last_seq)) {
    }
    if (known < last_seq && shared_->anyone && !shared_->pending.exchange(true)) {
        // Taken for a moment, lest the waker be between looking and sleeping.
        { const std::lock_guard lock(shared_->mutex); }
        shared_->changed.notify_one();
    }
}

Result<std::shared_ptr<Feed>> LiveHub::open(const Store& store, const LiveRequest& request) {
    LiveFilter filter = TRY(LiveFilter::from(store, request.filter));
    {
        const std::lock_guard lock(shared_->mutex);
        if (shared_->closed) {
            return Error{Code::busy, "the server is about to end", "come back later"};
        }
        if (shared_->readers >= shared_->readers_max) {
            return Error{Code::busy, fmt::format("{} readers listen already", shared_->readers_max),
                         "come back when one of them has gone"};
        }
        try {
            if (!shared_->waker.joinable()) {
                shared_->waker =
                    std::thread([shared = shared_.get()] { shared->wake_until_stopped(); });
            }
        } catch (const std::system_error& error) {
            return Error{Code::io, fmt::format("cannot start a thread: {}", error.what())};
        }
        ++shared_->readers;
    }
    const std::uint64_t last = store.last_seq();
    announce(last);
    const std::uint64_t begin = std::min(last, request.after_seq.value_or(last));
    const Reader::Start start{.seq = begin, .known = request.after_seq == begin};
    return std::shared_ptr<Feed>(
        std::make_shared<Reader>(shared_, store, std::move(filter), start));
}

std::size_t LiveHub::readers() const {
    return shared_->readers;
}

void LiveHub::close() {
    shared_->closed = true;
}

bool LiveHub::closed() const {
    return shared_->closed;
}

}  // namespace hence
