// A store as it reads without its secrets, for answers that leave the machine.
//
// What was stored before anybody redacted, or on purpose, still has its secrets. Every event that
// an answer reads here is redacted first, so that a summary, which is cut short, has no half of a
// secret. Nothing is changed in the store behind it. Names that events are found by stay findable
// under what they are in that store.
#pragma once

#include <memory>

#include "intake/redaction.h"
#include "store/common/forwarding_store.h"

namespace hence {

class RedactedStore final : public ForwardingStore {
public:
    // Both must outlive it.
    RedactedStore(Store& store, Redaction& redaction)
        : ForwardingStore(std::shared_ptr<Store>(std::shared_ptr<Store>(), &store)),
          redaction_(redaction) {}

    Result<std::optional<Event>> find(std::string_view id) const override;
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override;
    Result<std::unique_ptr<Cursor>> read(std::uint64_t from_seq,
                                         std::uint64_t to_seq) const override;
    Result<std::vector<Summary>> summaries(Space space, const Summary* after,
                                           std::size_t limit) const override;
    Result<std::optional<Summary>> summary(Space space, std::string_view id,
                                           std::string_view session) const override;
    Result<std::vector<Summary>> rows_of_run(std::string_view run) const override;
    // None: they have the words of events as these were stored.
    Result<Sheets> sheets() const override { return Sheets(); }

private:
    Redaction& redaction_;
};

}  // namespace hence
