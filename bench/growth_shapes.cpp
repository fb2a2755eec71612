#include "growth_shapes.h"

#include "growth_drafts.h"

namespace hence::bench {

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> all = [] {
        std::vector<Shape> list;
        for (const auto& part :
             {shapes_of_links(), shapes_of_names(), shapes_of_work(), shapes_of_graphs()}) {
            list.insert(list.end(), part.begin(), part.end());
        }
        return list;
    }();
    return all;
}

}  // namespace hence::bench
