// Others cosign the newest checkpoint: at a command, or again and again while a server runs.
//
// A server sends the newest checkpoint to every witness that the user knows (`hence witness add`),
// every ten seconds while there is a new one, and keeps the answers. A failure is logged, and the
// next round tries again. Appends wait for nothing of this. A witness and an authority are programs
// of others: each has ten seconds for an answer of at most a megabyte.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "hence/result.h"
#include "server/door/door.h"
#include "server/wire/http.h"
#include "server/wire/log.h"
#include "store/integrity/note.h"
#include "store/integrity/witnesses.h"

namespace hence {

struct NewestCheckpoint {
    std::string note;
    CheckpointText checkpoint;
};

Result<NewestCheckpoint> newest_checkpoint(Door& door);

// POSTs to a URL: its path is kept, and `more` is added to it. Fails with io when there is no whole
// answer in time, or it is too long.
Result<std::string> post_to(const std::string& url, std::string_view more, Request request);

// Keeps what a witness or an authority answered with the checkpoints of the store.
Result<void> keep_countersigned(Door& door, std::string_view type, const CheckpointText& checkpoint,
                                std::string_view data);

// Has a witness cosign, and keeps its answer. Fails with corrupt when the witness saw another
// history.
Result<void> have_cosigned(Door& door, const Witness& witness, const NewestCheckpoint& newest);

// The thread of a server. The door and the log must outlive it. The witness that is being asked is
// waited for when it ends.
class Witnessing {
public:
    Witnessing(Door& door, Log& log);
    Witnessing(const Witnessing&) = delete;
    Witnessing& operator=(const Witnessing&) = delete;
    ~Witnessing();

private:
    void run();
    Result<void> send();
    void tell(const Result<void>& done);

    Door& door_;
    Log& log_;
    std::map<std::string, std::uint64_t> sent_;  // By the witness's key: what it saw last.
    std::string failure_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace hence
