#include "record/file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/try.h"
#include "record/database.h"

namespace hence {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t beside_bytes_max = 16 << 20;
constexpr std::string_view header_name = "header.json";

// Names lead down from where the text lies, never up.
bool leads_down(const std::string& name) {
    const fs::path path(name);
    return !name.empty() && path.is_relative() &&
           std::ranges::none_of(path, [](const fs::path& part) { return part == ".."; });
}

// The one name that leads up: what a sub-agent did lies in SESSION/subagents, and who started it is
// said in SESSION.jsonl beside that folder.
bool leads_to_caller(const fs::path& directory, const std::string& name) {
    std::error_code failed;
    const fs::path folder = fs::absolute(directory, failed).lexically_normal();
    return !failed && folder.filename() == "subagents" &&
           name == "../../" + folder.parent_path().filename().string() + ".jsonl";
}

std::optional<std::string> read_beside(const fs::path& directory, const std::string& name) {
    if (!leads_down(name) && !leads_to_caller(directory, name)) {
        return std::nullopt;
    }
    const std::string path = (directory / name).string();
    std::error_code failed;
    if (!fs::is_regular_file(path, failed)) {
        return std::nullopt;
    }
    Result<Descriptor> file = open_to_read(path);
    if (!file) {
        return std::nullopt;
    }
    FileSource source(std::move(file).take(), path);
    std::string text;
    while (text.size() <= beside_bytes_max) {
        const Result<Got> got = source.read(text, -1);
        if (!got) {
            return std::nullopt;
        }
        if (*got == Got::end) {
            return text;
        }
    }
    return std::nullopt;
}

// Members ask for the same one again and again, so the last answer is kept.
class MemberBeside {
public:
    explicit MemberBeside(std::string file) : file_(std::move(file)) {}

    std::optional<std::string> operator()(const std::string& name) {
        if (!name_ || *name_ != name) {
            const Result<std::optional<std::string>> text =
                member_of(file_, name, beside_bytes_max);
            text_ = text ? *text : std::nullopt;
            name_ = name;
        }
        return text_;
    }

private:
    std::string file_;
    std::optional<std::string> name_;
    std::optional<std::string> text_;
};

bool is_text_member(std::string_view name) {
    return name.ends_with(".json") || name.ends_with(".jsonl") || name.ends_with(".ndjson");
}

}  // namespace

std::string real_path(const std::string& path) {
    std::error_code failed;
    const fs::path real = fs::canonical(path, failed);
    return failed ? path : real.string();
}

// The key is made from the path, so the same line in the same place of the same file is the same
// event, however often the file is read: events without ids count once as well.
TextOptions FileRecorder::text_options(const FoundFile& file) const {
    TextOptions options{.name = file.path,
                        .format = terms_.format,
                        .mapping = terms_.mapping,
                        .redactor = terms_.redactor,
                        .named = file.named,
                        .stays = file.regular};
    if (file.regular) {
        options.key = sha256_hex(real_path(file.path) + '\0' + terms_.session);
        options.beside = [directory = fs::path(file.path).parent_path()](const std::string& name) {
            return read_beside(directory, name);
        };
    }
    return options;
}

bool FileRecorder::recorded_before(const std::string& path, int descriptor) {
    const std::optional<LedgerEntry> entry = ledger_.find(real_path(path));
    if (!entry || mark_of(descriptor) != entry->mark ||
        (!entry->last_event.empty() && !courier_.knows(entry->last_event))) {
        return false;
    }
    Account known;
    known.duplicates = entry->events;
    known.pending = entry->pending;
    courier_.add(known);
    return true;
}

// A file with refused lines is not remembered: each recording reads it and reports them again.
void FileRecorder::remember(const std::string& path, const FileMark& mark, const TextTally& tally) {
    const std::string real = real_path(path);
    if (tally.quarantined > 0 || (tally.events > 0 && tally.last_event.empty())) {
        ledger_.forget(real);
        return;
    }
    ledger_.put(real, {mark, tally.format, tally.last_event, tally.events, tally.pending});
}

Result<void> FileRecorder::record(const FoundFile& file) {
    Result<Descriptor> opened = open_to_read(file.path);
    if (!opened) {
        unreadable_.push_back(opened.error());
        return {};
    }
    // A second descriptor, so that the file can be looked at when it has been read.
    const Descriptor looked_at{::fcntl(opened->number(), F_DUPFD_CLOEXEC, 3)};
    const std::optional<FileMark> before = mark_of(looked_at.number());
    const bool database = before && is_database_file(looked_at.number());
    // The mark of a file says nothing of a log beside it.
    const bool by_mark = before && !(database && has_write_ahead_log(file.path));
    if (by_mark && recorded_before(file.path, looked_at.number())) {
        progress_(file.bytes);
        return {};
    }
    const bool zip = before && packing_of(looked_at.number()) == Packing::zip;
    Result<TextTally> tally = zip        ? record_archive(file)
                              : database ? record_database(file)
                                         : record_plain(file, std::move(opened).take());
    if (!tally && tally.error().code == Code::not_found) {
        unreadable_.push_back(tally.error());
        return {};
    }
    if (!tally) {
        return tally.error();
    }
    // A file that changed while it was read may not have been read as it is.
    const bool as_it_is = before && mark_of(looked_at.number()) == before && !courier_.stopped();
    if (as_it_is && by_mark && !tally->format.empty()) {
        remember(file.path, *before, *tally);
    }
    return {};
}

void FileRecorder::leave_out(const FoundFile& file, const UnknownText& looks) {
    Account unknown;
    unknown.unknown_files = 1;
    courier_.add(unknown);
    left_out_.add(file.path, looks);
}

void FileRecorder::leave_out(const FoundFile& file, const TextRecorder& text) {
    const UnknownText unknown = text.unknown().value_or(UnknownText{.shape = "other content"});
    // A file that grows may be looked at many times.
    if (!told_.insert(file.path).second) {
        return;
    }
    if (!file.named) {
        return leave_out(file, unknown);
    }
    Account account;
    account.unknown_files = 1;
    account.unknown_named = 1;
    courier_.add(account);
    const std::string here = file.path + ": ";
    courier_.note(here + "no known format: it looks like " + unknown.looks());
    courier_.note(here + unknown.tried() +
                  (terms_.verbose ? "" : " (--verbose says why each said no)"));
    if (terms_.verbose) {
        for (const std::string& reason : text.reasons()) {
            courier_.note(here + reason);
        }
    }
    courier_.note(here + (file.regular ? "left as it is; " : "") + unknown.remedy());
}

Result<TextTally> FileRecorder::record_plain(const FoundFile& file, Descriptor opened) {
    BlockReader blocks(std::move(opened), file.path);
    std::uint64_t told = 0;
    const auto tell = [&](std::uint64_t bytes) { progress_(bytes - std::exchange(told, bytes)); };
    if (!file.named) {
        const Result<std::string_view> beginning = blocks.peek(look_bytes);
        if (beginning && !looks_recorded(*beginning)) {
            if (!beginning->empty()) {
                leave_out(file, look_at_unknown(Beginning(*beginning), *beginning));
            }
            progress_(file.bytes);
            return TextTally();
        }
    }
    TextRecorder text(courier_, text_options(file));
    TRY(record_text(blocks, text, tell));
    if (text.unknown()) {
        leave_out(file, text);
    }
    progress_(file.bytes - std::min(file.bytes, told));
    return text.tally();
}

Result<TextTally> FileRecorder::record_archive(const FoundFile& file) {
    TextTally tally;
    const bool headed = TRY(record_members(file, Members::header, tally));
    const bool any = TRY(record_members(file, Members::others, tally));
    if (!headed && !any && tally.quarantined == 0) {
        if (file.named) {
            TRY(refuse_archive(file.path,
                               {Code::invalid, "no member of the archive is of a known format"},
                               tally));
        } else {
            leave_out(file, UnknownText{.shape = "a zip archive"});
        }
    }
    progress_(file.bytes);
    return tally;
}

// Each text of the database is recorded by itself, as a member of an archive is.
Result<TextTally> FileRecorder::record_database(const FoundFile& file) {
    TextTally tally;
    progress_(file.bytes);
    Result<sqlite::Database> database = sqlite::Database::read(file.path);
    const Result<DatabaseContents> contents =
        database ? look_into(*database) : Result<DatabaseContents>(database.error());
    if (!contents) {
        unreadable_.push_back({Code::not_found,
                               "cannot read " + file.path + ": " + contents.error().message,
                               contents.error().hint});
        return tally;
    }
    for (const DatabaseText& each : contents->texts) {
        TextOptions options = text_options(file);
        options.name = file.path + "!" + each.tables.front();
        options.key = sha256_hex(options.key + each.format);
        options.format = terms_.format.empty() ? each.format : terms_.format;
        BlockReader blocks(std::make_unique<DatabaseSource>(*database, each.tables), options.name);
        TRY(record_one(blocks, std::move(options), tally));
    }
    if (contents->texts.empty()) {
        leave_out_database(file, contents->unknown);
    }
    return tally;
}

void FileRecorder::leave_out_database(const FoundFile& file,
                                      const std::vector<std::string>& tables) {
    const UnknownText unknown{.shape = "an SQLite database"};
    leave_out(file, unknown);
    if (!file.named) {
        return;
    }
    Account account;
    account.unknown_named = 1;
    courier_.add(account);
    courier_.note(file.path +
                  ": no known format: it is an SQLite database, and no system that we"
                  " know has its tables: " +
                  fmt::format("{}", fmt::join(tables, ", ")));
    courier_.note(file.path + ": left as it is; " + unknown.remedy());
}

// The header may be the last member of an archive and is needed first: so the archive is walked
// once for the header and once for all other members.
Result<bool> FileRecorder::record_members(const FoundFile& file, Members which, TextTally& tally) {
    bool any = false;
    const auto beside = std::make_shared<MemberBeside>(file.path);
    const std::unique_ptr<Archive> archive = TRY(open_archive(file.path));
    while (true) {
        const Result<std::optional<std::string>> member = archive->next();
        if (!member && which == Members::others) {  // The first walk would only tell the same.
            TRY(refuse_archive(file.path, member.error(), tally));
        }
        if (!member || !*member) {
            return any;
        }
        const std::string& name = **member;
        if (is_text_member(name) && (name == header_name) == (which == Members::header)) {
            TextOptions options = text_options(file);
            options.name = file.path + "!" + name;
            options.key = sha256_hex(options.key + name);
            options.named = false;
            options.beside = [beside](const std::string& asked) { return (*beside)(asked); };
            const bool some = TRY(record_member(*archive, std::move(options), tally));
            any = any || some;
        }
    }
}

// False when it is of no known format.
Result<bool> FileRecorder::record_member(Archive& archive, TextOptions options, TextTally& tally) {
    BlockReader blocks(std::make_unique<MemberSource>(archive), options.name);
    return record_one(blocks, std::move(options), tally);
}

Result<bool> FileRecorder::record_one(BlockReader& blocks, TextOptions options, TextTally& tally) {
    TextRecorder text(courier_, std::move(options));
    TRY(record_text(blocks, text, [](std::uint64_t) {}));
    const TextTally& member = text.tally();
    tally.events += member.events;
    tally.quarantined += member.quarantined;
    tally.pending += member.pending;
    if (!member.last_event.empty()) {
        tally.last_event = member.last_event;
    }
    if (!member.format.empty()) {
        tally.format = member.format;
    }
    return !text.declined() || member.quarantined > 0;
}

Result<void> FileRecorder::refuse_archive(const std::string& path, const Error& error,
                                          TextTally& tally) {
    TextRecorder text(courier_, {.name = path});
    TRY(text.refuse(1, error));
    tally.quarantined += text.tally().quarantined;
    return {};
}

}  // namespace hence
