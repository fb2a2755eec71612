#include "store/verify/verify.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/try.h"
#include "store/integrity/proof.h"
#include "store/integrity/tile_path.h"
#include "store/integrity/tree_check.h"
#include "store/verify/verify_log.h"

namespace hence {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t small_file_max = std::uint64_t{1} << 30;

Result<std::string> whole_file(const fs::path& file) {
    std::error_code failed;
    const std::uint64_t size = fs::file_size(file, failed);
    if (failed || size > small_file_max) {
        return Error{failed ? Code::not_found : Code::limit,
                     fmt::format("cannot read {}: {}", file.string(),
                                 failed ? failed.message() : "it is too large")};
    }
    std::ifstream in(file, std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    if (!in) {
        return Error{Code::io, fmt::format("cannot read {}", file.string())};
    }
    return bytes.str();
}

// The tiles of an export, as files.
class TileDirectory {
public:
    TileDirectory(fs::path directory, std::uint64_t size)
        : directory_(std::move(directory)), size_(size) {}

    Result<std::string> bytes(std::optional<unsigned> level, std::uint64_t number) const {
        const std::uint64_t nodes = size_ >> (level.value_or(0) * tile_height);
        TilePath tile{level, number, 256};
        tile.width = static_cast<unsigned>(std::min<std::uint64_t>(256, nodes - number * 256));
        return whole_file(directory_ / tile_path(tile));
    }

    // A row that lies in one tile.
    Result<std::vector<Hash>> nodes(unsigned level, std::uint64_t first,
                                    std::uint64_t count) const {
        const std::string tile = TRY(bytes(level, first / 256));
        std::vector<Hash> hashes;
        for (std::uint64_t i = first % 256; i < first % 256 + count; ++i) {
            if (tile.size() < (i + 1) * sizeof(Hash)) {
                break;
            }
            Hash hash{};
            std::copy_n(tile.data() + i * sizeof(Hash), sizeof(Hash),
                        reinterpret_cast<char*>(hash.data()));
            hashes.push_back(hash);
        }
        return hashes;
    }

private:
    fs::path directory_;
    std::uint64_t size_;
};

// The only checkpoint of an export or a proof. Its log must have signed it: by name, and with the
// key where that is known.
void check_sole_checkpoint(const CheckedCheckpoint& checkpoint, const Hash& root,
                           const VerifyRequest& request, VerifyReport& report) {
    const std::uint64_t before = report.signatures;
    check_checkpoint(checkpoint, root, request, report);
    const Result<Note> note = read_note(checkpoint.text);
    for (const NoteKey& witness : note ? request.witnesses : std::vector<NoteKey>()) {
        const Signed cosigned = check_signature(*note, witness);
        if (cosigned == Signed::bad) {
            report.differ(fmt::format("the cosignature of {} is wrong", witness.name));
        } else if (cosigned == Signed::good) {
            ++report.cosigned;
            report.cosigned_up_to = checkpoint.head.size;
        }
    }
    if (!note || report.signatures > before) {
        return;
    }
    const std::string origin = note->text.substr(0, note->text.find('\n'));
    const auto named = [&](const auto& each) { return each.name == origin; };
    if (std::ranges::none_of(note->signatures, named) || std::ranges::any_of(request.keys, named)) {
        report.differ(fmt::format("the checkpoint is not signed by {}", origin));
    }
}

class ExportCheck {
public:
    ExportCheck(const VerifyRequest& request, VerifyReport& report)
        : request_(request), report_(report) {}

    Result<void> run() {
        const std::string note = TRY(whole_file(request_.path / "checkpoint"));
        const std::size_t gap = note.find("\n\n");
        const Result<CheckpointText> read = read_checkpoint_text(
            std::string_view(note).substr(0, gap == std::string::npos ? 0 : gap + 1));
        if (!read) {
            report_.differ(read.error().message);
            return {};
        }
        if (!request_.checkpoint.empty()) {
            older_ = TRY(older_checkpoint(request_, report_));
        }
        const TileDirectory tiles(request_.path, read->head.size);
        TreeCheck tree([&tiles](unsigned level, std::uint64_t first,
                                std::uint64_t count) { return tiles.nodes(level, first, count); },
                       read->head.size,
                       [this](std::string what) { report_.differ(std::move(what)); });
        std::ifstream events(request_.path / "events.ndjson", std::ios::binary);
        for (std::uint64_t number = 0; number * 256 < read->head.size; ++number) {
            TRY(check_bundle(tiles, number, events, tree));
        }
        TRY(tree.finish());
        std::string rest;
        if (events && std::getline(events, rest)) {
            report_.differ("events.ndjson has more events than the checkpoint");
        }
        if (older_ && older_->head.size > read->head.size) {
            report_.differ("the older checkpoint has more events than the export");
        }
        const bool is_signed = note.size() > gap + 2;
        check_sole_checkpoint({read->head, 0, is_signed ? note : std::string()}, tree.tree().root(),
                              request_, report_);
        return {};
    }

private:
    Result<void> check_bundle(const TileDirectory& tiles, std::uint64_t number,
                              std::ifstream& events, TreeCheck& tree) {
        const Result<std::string> bundle = tiles.bytes(std::nullopt, number);
        if (!bundle) {
            report_.differ(bundle.error().message);
            return bundle.error();
        }
        ByteReader in(*bundle);
        while (in.ok() && !in.at_end()) {
            const std::uint64_t high = in.byte();
            const std::uint64_t size = high << 8 | in.byte();
            const std::string_view record = in.bytes(size);
            const std::optional<Leaf> leaf = read_leaf(record);
            if (!in.ok() || !leaf || leaf->seq != tree.tree().size() + 1) {
                report_.differ(fmt::format("entry {} is not the one of event {}",
                                           tree.tree().size(), tree.tree().size() + 1));
            }
            TRY(tree.add(leaf_hash(record)));
            if (older_ && older_->head.size == tree.tree().size() &&
                older_->head.root != tree.tree().root()) {
                report_.differ("the export does not begin with the events of the older checkpoint");
            }
            check_line(leaf.value_or(Leaf{}), events);
        }
        return {};
    }

    void check_line(const Leaf& leaf, std::ifstream& events) {
        std::string line;
        if (!std::getline(events, line)) {
            report_.differ(fmt::format("event {} is not in events.ndjson", leaf.seq));
            return;
        }
        line += events.eof() ? "" : "\n";
        Result<ExportedEvent> exported = read_exported_line(line);
        if (!exported) {
            report_.differ(fmt::format("event {}: {}", leaf.seq, exported.error().message));
            return;
        }
        exported->proven.leaf = leaf;
        ++report_.events;
        report_.erased += exported->proven.salt ? 0 : 1;
        const Result<void> fits = check_event(exported->proven, exported->event);
        if (!fits) {
            report_.differ(fmt::format("event {}: {}", leaf.seq, fits.error().message));
        }
    }

    const VerifyRequest& request_;
    VerifyReport& report_;
    std::optional<CheckpointText> older_;
};

void verify_proof(const VerifyRequest& request, const std::string& bytes, VerifyReport& report) {
    const Result<EventProof> proof = read_proof(bytes);
    const Result<CheckpointText> checkpoint =
        proof ? check_proof(*proof) : Result<CheckpointText>(proof.error());
    if (!checkpoint) {
        report.differ(checkpoint.error().message);
        return;
    }
    report.events = 1;
    report.erased = proof->proven.salt ? 0 : 1;
    VerifyRequest asked = request;
    if (asked.keys.empty() && proof->key) {
        asked.keys.push_back(*proof->key);
        report.notes.push_back(
            "the key is the one that the proof names: compare it with the one "
            "that you know, or give --key");
    }
    const bool is_signed = proof->checkpoint.find("\n\n") + 2 < proof->checkpoint.size();
    if (is_signed && proof->key) {
        const Result<Note> note = read_note(proof->checkpoint);
        if (!note || check_signature(*note, *proof->key) != Signed::good) {
            report.differ("the checkpoint is not signed by the key that the proof names");
        }
    }
    check_sole_checkpoint({checkpoint->head, 0, is_signed ? proof->checkpoint : std::string()},
                          checkpoint->head.root, asked, report);
}

}  // namespace

Result<VerifyReport> verify(const VerifyRequest& request) {
    VerifyReport report;
    std::error_code ignored;
    if (fs::is_directory(request.path / "log", ignored) ||
        fs::exists(request.path / "head", ignored)) {
        report.what = "store";
        TRY(rocks::verify_log(request, report));
    } else if (fs::exists(request.path / "checkpoint", ignored)) {
        report.what = "export";
        const Result<void> done = ExportCheck(request, report).run();
        if (!done && report.is_right()) {
            return done.error();
        }
    } else if (fs::is_regular_file(request.path, ignored)) {
        report.what = "proof";
        const std::string bytes = TRY(whole_file(request.path));
        verify_proof(request, bytes, report);
    } else {
        return Error{Code::not_found,
                     fmt::format("there is nothing to verify at {}", request.path.string()),
                     "name a store's directory, an exported one, or the file of a proof"};
    }
    if (request.keys_are_given && report.signatures == 0 && report.is_right()) {
        report.differ("no checkpoint is signed by the key that was given");
    }
    if (report.signatures == 0 && report.others > 0) {
        report.notes.push_back("no signature was checked: give the public key with --key");
    }
    return report;
}

}  // namespace hence
