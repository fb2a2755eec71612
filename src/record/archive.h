// Reads the members of a zip archive, one after the other, as far as they are needed.
//
// An archive is read from its front by libarchive, without unpacking it to disk. A damaged archive
// fails with invalid at the member where it breaks; the members before that one stand.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hence/result.h"
#include "record/source.h"

struct archive;

namespace hence {

class Archive {
public:
    explicit Archive(Descriptor file);
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;
    ~Archive();

    // Goes to the next file in the archive, and returns its name; nothing at the end. Fails with
    // invalid for a file that is no such archive, or damaged.
    Result<std::optional<std::string>> next();
    // Appends some of that file to `out`. Fails with invalid.
    Result<Got> read(std::string& out);

private:
    Descriptor file_;
    ::archive* archive_;
};

// Fails with not_found: it cannot be read.
Result<std::unique_ptr<Archive>> open_archive(const std::string& file);

// The member at which an archive stands. The archive must outlive it.
class MemberSource : public ByteSource {
public:
    explicit MemberSource(Archive& archive) : archive_(archive) {}
    Result<Got> read(std::string& out, int) override { return archive_.read(out); }
    std::uint64_t bytes_read() const override { return 0; }  // Who knows.

private:
    Archive& archive_;
};

// The whole text of the member of that name. Nothing when there is none, or one beyond `bytes_max`.
Result<std::optional<std::string>> member_of(const std::string& file, std::string_view name,
                                             std::size_t bytes_max);

}  // namespace hence
