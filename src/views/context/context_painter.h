// The painter of context graphs, as its two sources share it: painter.cpp puts nodes and edges in
// order, painter_nodes.cpp says what each kind of node has. context/painter.h has the outline.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hence/store.h"
#include "views/context/decisions.h"
#include "views/context/links.h"
#include "views/context/painter.h"
#include "views/context/turns.h"
#include "views/find/kept_text.h"
#include "views/find/text_numbers.h"

namespace hence {

// What is drawn, and where the texts of the drawing live.
struct ContextCanvas {
    explicit ContextCanvas(const Store& store) : log(store) {}

    ContextLog log;
    TextNumbers made_ids;
    KeptText texts;
};

// Draws what was worked out, from the incident to the action.
class ContextPainter {
public:
    static constexpr std::uint32_t none = ContextLog::none;

    ContextPainter(std::shared_ptr<ContextCanvas> canvas, const ContextTurns& turns,
                   const TakeNode& take);
    ContextPainting paint(std::string session);

private:
    // Turns one after the other, as far as they are drawn.
    struct Line {
        const std::vector<std::uint32_t>& turns;
        std::uint32_t from;     // The turn before the next one; none: the incident.
        std::string_view edge;  // Between the two.
        std::uint32_t level;
        std::uint32_t number;
        std::size_t at = 0;                     // The next turn.
        std::vector<std::uint32_t> steps = {};  // Of the turn before it,
        std::size_t next_step = 0;              // and the next of them.
        std::uint32_t returns_to = none;        // The turn that its last turn informs.
    };

    void step();
    void hand_over();
    ContextNode& add(DrawnType type, std::string_view id, std::uint32_t level);
    void stand_for(ContextNode& drawn, std::uint32_t node);
    void name(std::uint32_t by, LabelOf label);
    std::uint32_t last() const { return drawn_ - 1; }
    void add_edge(const PaintedEdge& edge, std::string_view to);
    void connect(std::uint32_t from, std::uint32_t to, std::string_view label,
                 Provenance provenance);
    void connect_to_turn(std::uint32_t from, std::uint32_t turn, std::string_view label,
                         Provenance provenance);
    void connect_to_action(std::uint32_t from, Provenance provenance);
    void settle_edges();
    std::uint32_t beginning() const;
    void add_incident();
    void add_step(std::uint32_t node, std::uint32_t turn, std::uint32_t level);
    void add_remark(std::uint32_t node, DrawnType type, std::uint32_t level);
    void add_outcome(std::uint32_t node, std::uint32_t above, std::uint32_t level);
    void add_outcomes(std::uint32_t judged, std::uint32_t above, std::uint32_t level);
    void add_thought(std::uint32_t turn, std::uint32_t level);
    std::string_view label_of(const ContextTurn& turn) const;
    void add_call(std::uint32_t node, std::uint32_t turn, std::uint32_t level);
    void add_result(std::uint32_t call, std::uint32_t level);
    void add_missing_result(std::uint32_t call, std::uint32_t level);
    void add_observation(std::uint32_t node, std::uint32_t level);
    void open_delegation(std::uint32_t node, std::uint32_t turn, std::uint32_t level);
    void add_action(std::uint32_t from);
    std::string_view id_of(std::uint32_t turn);
    std::string_view make_id(std::string wanted);

    const TakeNode& take_;  // None: the graph keeps all.
    std::shared_ptr<ContextCanvas> canvas_;
    const ContextLog& log_;
    const ContextTurns& turns_;
    const ContextLinks links_;
    const ContextDecisions decisions_;
    const std::uint32_t end_;  // The event that ended the session, or none.
    ContextPainting painting_;
    ContextGraph graph_;                                        // Its graph.
    PaintedNode painted_;                                       // The node drawn last.
    std::uint32_t drawn_ = 0;                                   // So many nodes.
    std::vector<Line> lines_;                                   // The innermost last.
    std::unordered_map<std::uint32_t, std::uint32_t> claimed_;  // By delegation: the strand.
    std::vector<std::string_view> turn_ids_;  // By turn; empty: not asked for yet.
    std::vector<std::uint32_t> turn_nodes_;   // By turn; none: not drawn yet.
    std::vector<std::size_t> to_turns_;       // Edges whose end is the number of a turn,
    std::vector<std::size_t> to_action_;      // and whose end is drawn last.
    std::string_view action_id_;
};

}  // namespace hence
