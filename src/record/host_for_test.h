// A program around a recording that says nothing and stops nothing. For tests only.
#pragma once

#include "record/host.h"

namespace hence {

class QuietHost final : public RecordHost {
public:
    void note(std::string_view) override {}
    void begin(std::uint64_t) override {}
    void progress(std::uint64_t, std::uint64_t) override {}
    void end() override {}
    void await_interrupt() override {}
    bool interrupted() const override { return false; }
    void pause(int) override {}
};

}  // namespace hence
