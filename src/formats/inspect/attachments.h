// Long texts of a sample, to which its records only refer: "attachment://HASH".
//
// References are replaced by their texts up to a limit for each record and each sample: a few bytes
// of references could otherwise stand for gigabytes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "model/json/json.h"

namespace hence {

// What references may become. Beyond that they stay references: a few bytes could stand for a lot.
struct AttachmentLimits {
    std::size_t record_bytes_max = std::size_t{8} << 20;
    std::size_t sample_bytes_max = std::size_t{256} << 20;
};

class InspectAttachments {
public:
    // The object must outlive this.
    explicit InspectAttachments(Json attachments, AttachmentLimits limits = {});

    // More of them. The object must outlive this.
    void add(Json attachments);

    // A list of them counts by position: "attachment://12". The list must outlive this.
    void add_list(Json list);

    // The value with each reference replaced by its text. A text that looks like a reference itself
    // is not replaced again.
    std::string resolve(Json value);

    // How many references stayed for want of room. A reference to a missing text is not counted.
    std::uint64_t left() const { return left_; }

private:
    std::map<std::string, std::string_view, std::less<>> texts_;  // String tokens.
    AttachmentLimits limits_;
    std::size_t listed_ = 0;
    std::size_t resolved_bytes_ = 0;
    std::uint64_t left_ = 0;
};

}  // namespace hence
