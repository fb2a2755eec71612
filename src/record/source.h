// Where the bytes of a text come from: a file, a pipe, or a compressed file.
//
// Compression is detected by the first bytes and not by the name. A compressed file is inflated a
// little at a time, since a few bytes may become very many; there is no limit on the total, because
// the file lies on the user's own disk and is read in pieces.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/inflate.h"
#include "hence/result.h"

namespace hence {

enum class Got : std::uint8_t {
    some,
    pause,  // Nothing came for a while.
    end,    // Of a file, for the time being: it may grow.
};

class ByteSource {
public:
    virtual ~ByteSource() = default;

    // Appends the next bytes to `out`, a MiB or a little more at a time. Waits for them at most
    // `patience_ms`, or for ever when that is -1. Fails with not_found for a file that cannot be
    // read, and with invalid for data that cannot be inflated.
    virtual Result<Got> read(std::string& out, int patience_ms) = 0;

    // How many bytes were read, as they lie on the disk.
    virtual std::uint64_t bytes_read() const = 0;

    // What the bytes are read from as they are, or -1 when there is no such thing.
    virtual int descriptor() const { return -1; }
    // From the beginning.
    virtual void restart() {}
};

// What a file is by its first bytes, whatever its name.
enum class Packing : std::uint8_t { none, gzip, zstd, zip };
inline constexpr std::size_t packing_bytes = 4;
Packing packing_of(std::string_view beginning);
// The packing of a file that can be read anywhere; of a pipe, none.
Packing packing_of(int descriptor);

// A file or a pipe, inflated if it is compressed. An archive is refused with invalid.
class FileSource : public ByteSource {
public:
    FileSource(Descriptor file, std::string name)
        : file_(std::move(file)), name_(std::move(name)) {}

    Result<Got> read(std::string& out, int patience_ms) override;
    std::uint64_t bytes_read() const override { return bytes_read_; }
    int descriptor() const override { return inflater_ ? -1 : file_.number(); }
    void restart() override;

private:
    Result<Got> read_raw(std::string& out, int patience_ms);
    Result<void> begin(std::string& out);
    Result<void> inflate_some(std::string& out);

    Descriptor file_;
    std::string name_;
    bool begun_ = false;  // It is known what the file is.
    std::unique_ptr<Inflater> inflater_;
    std::string packed_;  // Read, and not inflated yet from `packed_at_` on.
    std::size_t packed_at_ = 0;
    std::uint64_t bytes_read_ = 0;
};

// "cannot read FILE: Permission denied", of code not_found.
Error unreadable(const std::string& file, int number);

// Opens a file for reading; "-" is standard input. Fails with not_found: it is not there, cannot be
// read, or is a directory.
Result<Descriptor> open_to_read(const std::string& file);

}  // namespace hence
