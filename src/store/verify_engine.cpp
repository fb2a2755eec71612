#include "store/verify_engine.h"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "base/try.h"
#include "store/common/copyable_store.h"
#include "store/engine.h"
#include "store/postgres/pool.h"
#include "store/postgres/proof_copy.h"
#include "store/postgres/schema.h"
#include "store/rocks/rocks_store.h"
#include "store/verify/verify.h"

namespace hence {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t copied_together_events = 8'192;

class TemporaryCopy {
public:
    static Result<std::unique_ptr<TemporaryCopy>> make() {
        std::error_code failed;
        std::string pattern = (fs::temp_directory_path(failed) / "hence-verify-XXXXXX").string();
        if (failed || mkdtemp(pattern.data()) == nullptr) {
            return Error{Code::io, "cannot make a temporary directory"};
        }
        return std::make_unique<TemporaryCopy>(fs::path(pattern));
    }
    explicit TemporaryCopy(fs::path path) : path_(std::move(path)) {}
    TemporaryCopy(const TemporaryCopy&) = delete;
    TemporaryCopy& operator=(const TemporaryCopy&) = delete;
    ~TemporaryCopy() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    fs::path store() const { return path_ / "store"; }
    fs::path proofs() const { return path_ / "proofs"; }

private:
    fs::path path_;
};

Result<void> copy_log(const Store& source, const fs::path& directory) {
    const std::unique_ptr<Store> target = TRY(open_rocks_store(directory));
    CopyableStore* const from = copies_of(source);
    CopyableStore* const to = copies_of(*target);
    const std::uint64_t last = source.last_seq();
    for (std::uint64_t next = 1; next <= last;) {
        std::vector<StoredBatch> batches;
        const std::uint64_t first = next;
        while (next <= last && next - first < copied_together_events) {
            StoredBatch batch = TRY(from->stored_batch(next));
            next = batch.first_seq + batch.count;
            batches.push_back(std::move(batch));
        }
        TRY(to->take_batches(batches));
    }
    const LogEntries quarantine = TRY(from->stored_quarantine());
    return to->take_quarantine(quarantine);
}

// The copy has made keys of its own, which prove nothing about the engine.
Result<void> put_proofs_in_place(const TemporaryCopy& copy) {
    std::error_code failed;
    for (const char* const name : {"tree", "keys"}) {
        fs::remove_all(copy.store() / name, failed);
        if (!failed) {
            fs::rename(copy.proofs() / name, copy.store() / name, failed);
        }
        if (failed) {
            return Error{Code::io, "cannot write the copy: " + failed.message()};
        }
    }
    return {};
}

}  // namespace

// The proofs are read before the log: the log may have grown since, and never lacks what a
// checkpoint has.
Result<VerifyReport> verify_engine(const std::string& address, const VerifyRequest& request) {
    const std::unique_ptr<TemporaryCopy> copy = TRY(TemporaryCopy::make());
    const postgres::Address parsed = TRY(postgres::parse_address(address));
    const std::string name = parsed.log.empty() ? std::string(default_log) : parsed.log;
    {
        const std::unique_ptr<postgres::Connection> connection = TRY(postgres::connect(parsed));
        TRY(postgres::ensure_tables(*connection));
        const postgres::LogRow log = TRY(postgres::find_log(*connection, name, false));
        TRY(postgres::write_proof_files(*connection, log.log, copy->proofs()));
    }
    {
        const std::unique_ptr<Store> source = TRY(open_engine_store(address, {.make = false}));
        TRY(copy_log(*source, copy->store()));
    }
    TRY(put_proofs_in_place(*copy));
    VerifyRequest asked = request;
    asked.path = copy->store();
    asked.in_use = false;
    return verify(asked);
}

}  // namespace hence
