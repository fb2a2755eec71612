#include "cli/commands/export_proof.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/json/json.h"
#include "model/json/writer.h"
#include "store/integrity/merkle.h"
#include "store/integrity/note.h"
#include "store/integrity/signing_keys.h"
#include "store/integrity/tile_path.h"

namespace hence {
namespace {

namespace fs = std::filesystem;

Request tlog_request(std::string_view path) {
    Request request;
    request.path = {"tlog"};
    while (!path.empty()) {
        const std::size_t slash = std::min(path.find('/'), path.size());
        request.path.emplace_back(path.substr(0, slash));
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return request;
}

// Nothing of a proof may be missing in silence: a file counts when all of it was taken.
Result<void> finish(std::ofstream& out, const fs::path& file) {
    out.flush();
    if (!out) {
        return Error{Code::io, fmt::format("cannot write {}", file.string())};
    }
    return {};
}

// Sends a request, and writes its answer to a file as it comes.
Result<void> write_answer(Door& door, Request request, const fs::path& file) {
    std::error_code failed;
    fs::create_directories(file.parent_path(), failed);
    std::ofstream out(file, std::ios::binary);
    request.headers["accept"] = command_json;
    const Reply reply = TRY(door.send(request, [&out](std::string_view piece) -> Result<void> {
        out.write(piece.data(), static_cast<std::streamsize>(piece.size()));
        return {};
    }));
    if (reply.refused) {
        return *reply.refused;
    }
    return finish(out, file);
}

Result<void> write_tile(Door& door, const fs::path& directory, const TilePath& tile) {
    const std::string path = tile_path(tile);
    return write_answer(door, tlog_request(path), directory / path);
}

Result<void> write_tiles(Door& door, const fs::path& directory, std::uint64_t size) {
    for (unsigned level = 0; level < 8 && size >> (level * tile_height) > 0; ++level) {
        const std::uint64_t nodes = size >> (level * tile_height);
        for (std::uint64_t number = 0; number * tile_width < nodes; ++number) {
            TilePath tile{level, number, 256};
            tile.width = static_cast<unsigned>(std::min(tile_width, nodes - number * tile_width));
            TRY(write_tile(door, directory, tile));
            if (level == 0) {
                tile.level = std::nullopt;
                TRY(write_tile(door, directory, tile));
            }
        }
    }
    return {};
}

}  // namespace

Result<int> export_proof(Context& context, const std::string& directory) {
    if (directory.empty()) {
        return Error{Code::invalid, "export proof does not know into which directory",
                     "name it: hence export proof DIR"};
    }
    std::error_code failed;
    if (fs::exists(directory, failed) && !fs::is_empty(directory, failed)) {
        return Error{Code::conflict, fmt::format("{} holds something already", directory),
                     "name a new directory"};
    }
    const std::unique_ptr<Door> door = TRY(context.open_door(Purpose::read, "export"));
    const std::string body = TRY(Context::fetch(*door, get({"integrity"})));
    const std::optional<std::string> note = Json(body)["checkpoint"].string();
    if (!note) {
        return Error{Code::not_found, "no checkpoint is signed: there is no key",
                     "`hence key new` makes one"};
    }
    const Note parsed = TRY(read_note(*note));
    const CheckpointText checkpoint = TRY(read_checkpoint_text(parsed.text));
    const std::uint64_t size = checkpoint.head.size;
    TRY(write_tiles(*door, directory, size));
    Request events = get({"integrity", "events"});
    with(events, "size", std::to_string(size));
    TRY(write_answer(*door, std::move(events), fs::path(directory) / "events.ndjson"));
    const fs::path checkpoint_file = fs::path(directory) / "checkpoint";
    std::ofstream out(checkpoint_file, std::ios::binary);
    out << *note;
    TRY(finish(out, checkpoint_file));
    std::string line;
    if (context.globals().json) {
        JsonWriter json(line);
        json.begin_object().member("directory", directory).member("events", size);
        json.end_object().end_line();
    } else {
        line = fmt::format("wrote {} events with their proof to {}\n", size, directory);
    }
    TRY(context.out().write(line));
    TRY(context.out().finish());
    return 0;
}

}  // namespace hence
