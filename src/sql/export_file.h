// Writes the tables of SQL into a SQLite file, or brings such a file up to date.
//
// A new file is written beside its place and moved there whole. A file that is there is changed in
// one transaction, so that a reader sees it as it was or as it is, and a crash in between leaves it
// as it was. The file remembers the filters it was made with, the last event it has, and the first
// event of the store: a file of other filters or of another store is refused and stays as it is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "hence/result.h"

namespace hence {

class ExportFile {
public:
    // `filters` is any text that differs when the filters do. Fails with conflict when the file is
    // no export, or one with other filters, and with io.
    static Result<ExportFile> open(const std::filesystem::path& file, const std::string& filters);
    ExportFile(ExportFile&&) noexcept;
    ExportFile& operator=(ExportFile&&) noexcept;
    // Without `finish`, nothing has happened.
    ~ExportFile();

    // The last event that the file has; 0 for a new one.
    std::uint64_t after_seq() const;
    // What write_export_rows wrote, in pieces.
    Result<void> take(std::string_view piece);
    // Fails with io when the rows broke off.
    struct Written {
        std::uint64_t events = 0;   // Events that are new in the file, or were completed.
        std::uint64_t deleted = 0;  // Events that have gone.
        std::uint64_t last_seq = 0;
    };
    Result<Written> finish();

private:
    struct State;
    explicit ExportFile(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace hence
