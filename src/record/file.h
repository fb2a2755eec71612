// Records one file whole, whatever it is packed in, unless the same file was recorded before.
//
// The ledger says whether a file was recorded as it is; the store is asked for the file's last
// event, because the ledger may be newer than the store. A file that changed while it was read is
// not entered in the ledger. Events without ids get ids that are derived from the file's path and
// the line, so that reading a file again adds only duplicates. In an archive, header.json is
// recorded before the other members, since it says what they belong to.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "record/archive.h"
#include "record/courier.h"
#include "record/ledger.h"
#include "record/left_out.h"
#include "record/text.h"
#include "record/walk.h"

namespace hence {

// How files are read.
struct FileTerms {
    std::string format = {};
    std::shared_ptr<const Mapping> mapping = {};
    std::string session = {};
    std::shared_ptr<const Redactor> redactor = {};  // Of foreign texts; null: none.
    bool verbose = false;  // Names every file that is left out, and why each format said no.
};

class FileRecorder {
public:
    // Is told of how many bytes more are done.
    using Progress = std::function<void(std::uint64_t)>;

    FileRecorder(Courier& courier, Ledger& ledger, FileTerms terms, Progress progress)
        : courier_(courier),
          ledger_(ledger),
          terms_(std::move(terms)),
          progress_(std::move(progress)),
          left_out_(terms_.verbose ? LeftOut::Names::all : LeftOut::Names::first) {}

    // What cannot be read is remembered, and no failure. Fails as the courier does.
    Result<void> record(const FoundFile& file);

    // Whether the ledger and the store have it as it is; its events then count as duplicates.
    bool recorded_before(const std::string& path, int descriptor);
    // Enters what was recorded of a file that was so before and after.
    void remember(const std::string& path, const FileMark& mark, const TextTally& tally);

    // How a text by that name, which lies in the file of that path, is read.
    TextOptions text_options(const FoundFile& file) const;

    // Counts a file of no known format. Of one that the user named, says at once what it looks
    // like and how to bring it.
    void leave_out(const FoundFile& file, const TextRecorder& text);
    // The files that were found in directories and left out.
    const LeftOut& left_out() const { return left_out_; }
    const std::vector<Error>& unreadable() const { return unreadable_; }
    void add_unreadable(Error error) { unreadable_.push_back(std::move(error)); }

private:
    void leave_out(const FoundFile& file, const UnknownText& looks);
    Result<TextTally> record_plain(const FoundFile& file, Descriptor opened);
    Result<TextTally> record_archive(const FoundFile& file);
    Result<TextTally> record_database(const FoundFile& file);
    void leave_out_database(const FoundFile& file, const std::vector<std::string>& tables);
    Result<bool> record_one(BlockReader& blocks, TextOptions options, TextTally& tally);
    enum class Members : std::uint8_t { header, others };
    Result<bool> record_members(const FoundFile& file, Members which, TextTally& tally);
    Result<bool> record_member(Archive& archive, TextOptions options, TextTally& tally);
    Result<void> refuse_archive(const std::string& path, const Error& error, TextTally& tally);

    Courier& courier_;
    Ledger& ledger_;
    FileTerms terms_;
    Progress progress_;
    LeftOut left_out_;
    std::set<std::string> told_;  // The files that were left out.
    std::vector<Error> unreadable_;
};

// The name by which a file is remembered: without links and dots.
std::string real_path(const std::string& path);

}  // namespace hence
