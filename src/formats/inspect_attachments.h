// Long texts of a sample, which its records only refer to: "attachment://HASH".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "model/json.h"

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

    // A list of them counts by position: "attachment://12". The list must outlive this.
    void add_list(Json list);

    // The value with each reference replaced by its text. A text is taken as it is: should it be a
    // reference itself, it stays one.
    std::string resolve(Json value);

    // How many references were left for want of room. One to what is not there is not counted.
    std::uint64_t left() const { return left_; }

private:
    std::map<std::string, std::string_view, std::less<>> texts_;  // String tokens.
    AttachmentLimits limits_;
    std::size_t listed_ = 0;
    std::size_t resolved_bytes_ = 0;
    std::uint64_t left_ = 0;
};

}  // namespace hence
