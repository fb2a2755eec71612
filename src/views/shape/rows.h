// What a shape is made of, for the code that reads a whole session (build.cpp) and the code that
// brings a shape up to date (extend.cpp). Both must fill a row by the same rules, so the rules
// stand here, once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hence/event.h"
#include "views/find/text_numbers.h"
#include "views/shape/shape.h"

namespace hence {

// What one event says of itself.
struct ShapeFact {
    double duration_ms = -1;  // Negative: nothing.
    std::uint8_t flags = 0;   // failed, went_well, untimed.
    std::string call_id = {};
    bool begins_call = false;  // By that call_id.
    bool ends_call = false;
};

ShapeFact shape_fact(const Event& event);

// Adds a row to every column, without a parent.
void add_row(SessionShape& shape, const Event& event, const ShapeFact& fact);
// The event's own state and duration, as if nothing had ended it.
void put_own(SessionShape& shape, std::uint32_t index, const ShapeFact& fact);

// What the end of a call says counts for its start: the first end that is not before it, else the
// last before it, unless that one ended an earlier call.
class ShapeCalls {
public:
    explicit ShapeCalls(SessionShape& shape) : shape_(shape) {}

    // To be called for the events of the session in order; those without a call_id do nothing.
    void see(std::uint32_t index, const ShapeFact& fact);
    // Once all are seen: the calls that no end came behind.
    void finish();

private:
    struct Call {
        std::vector<std::uint32_t> open = {};  // Starts that no end came behind yet.
        std::uint32_t end = 0;                 // The last end, and what it said.
        double duration_ms = -1;
        bool spare = false;  // It ended no call so far.
        bool failed = false;
    };
    void end(const Call& call);

    SessionShape& shape_;
    TextNumbers ids_;
    std::vector<Call> calls_;  // By the number of the call_id.
};

// Cuts each cycle of parents before its earliest event, and lays the tree out.
void settle_tree(SessionShape& shape);
// Lays out the tree of these parents, by index, which have no cycle.
void lay_out(const std::vector<std::uint32_t>& parents, ShapeTree& tree);

}  // namespace hence
