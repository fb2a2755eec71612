// What a server counts, in the text that Prometheus reads. docs/METRICS.md names every series.
//
// Counters are added up as batches are appended, from what was accepted, so they never read the
// store. Values that the system already knows (memory, descriptors, sizes) are measured when
// somebody asks. A measuring function must not call back into Metrics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "hence/store.h"

namespace hence {

// A label takes at most so many values, none of them longer than that; what comes beyond is counted
// under "other". Names come from agents: nobody else bounds them.
inline constexpr std::size_t label_values_max = 200;
inline constexpr std::size_t label_bytes_max = 256;

// All calls may be made from many threads at once.
class Metrics {
public:
    Metrics();
    ~Metrics();
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;

    // Counts what a batch added, by kind, source, tool, model, and what was refused of it.
    void appended(const Batch& batch, const Receipt& receipt);
    // An append took so long, whatever came of it.
    void append_took(double seconds);
    // An append wrote nothing.
    void append_failed(Code code);

    // A request was answered. `route` is a pattern of the table, or "none".
    struct Answered {
        std::string_view method;
        std::string_view route;
        int status = 0;
        double seconds = 0;
    };
    void answered(const Answered& answered);

    // Something that is measured when it is asked for. `name` and `help` as Prometheus has them; a
    // name that is watched already is watched anew. `measure` may be called from many threads at
    // once, and must not call back here.
    void watch(std::string name, std::string help, std::function<double()> measure);

    // Everything, in Prometheus' text format 0.0.4.
    std::string to_text() const;

private:
    struct Counts;
    std::unique_ptr<Counts> counts_;
};

// Memory, descriptors and the start of this process.
void watch_process(Metrics& metrics);
// How many bytes the files in a directory take; looked at no more than once in ten seconds.
void watch_directory(Metrics& metrics, std::filesystem::path directory);

}  // namespace hence
