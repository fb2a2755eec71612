#include "views/explain/graph.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "model/position.h"

namespace hence {

ExplainGraph::Node ExplainGraph::add(const Event& event) {
    const auto next = static_cast<std::uint32_t>(ids_.size());
    const auto [at, added] = index_.emplace(event.seq(), next);
    if (added) {
        ids_.emplace_back(event.id());
        places_.push_back(position_of(event));
    }
    return {at->second, added};
}

void ExplainGraph::connect(std::uint32_t from, std::uint32_t to, const Link& link) {
    arrows_.push_back({from, to});
    kinds_.push_back({link.type, link.provenance});
}

std::vector<std::vector<std::string>> ExplainGraph::cycles() const {
    std::vector<std::vector<std::string>> named;
    for (const std::vector<std::uint32_t>& cycle : hence::cycles(places_, arrows_)) {
        std::vector<std::string>& ids = named.emplace_back();
        for (const std::uint32_t node : cycle) {
            ids.push_back(ids_[node]);
        }
    }
    return named;
}

std::vector<ExplainEdge> ExplainGraph::edges() const {
    std::vector<ExplainEdge> edges;
    edges.reserve(arrows_.size());
    for (std::size_t i = 0; i < arrows_.size(); ++i) {
        edges.push_back(
            {ids_[arrows_[i].from], ids_[arrows_[i].to], kinds_[i].type, kinds_[i].provenance});
    }
    std::ranges::sort(edges, [](const ExplainEdge& a, const ExplainEdge& b) {
        return std::tuple(std::string_view(a.to), std::string_view(a.from), to_string(a.type)) <
               std::tuple(std::string_view(b.to), std::string_view(b.from), to_string(b.type));
    });
    return edges;
}

}  // namespace hence
