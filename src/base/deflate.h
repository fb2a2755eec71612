// Compression of answers while they are made: gzip at a fast level, piece by piece, so that an
// answer is never held whole.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace hence {

// Makes one gzip text, quickly rather than small.
class Deflater {
public:
    Deflater();
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;
    ~Deflater();

    // Whether there was memory to begin with; nothing below may be called otherwise.
    bool ready() const;

    // Appends to `out` what is ready of it; some is kept back until more comes.
    void take(std::string_view piece, std::string& out);
    // Appends the rest. Nothing may be taken afterwards.
    void finish(std::string& out);

private:
    struct Stream;
    std::unique_ptr<Stream> stream_;
};

}  // namespace hence
