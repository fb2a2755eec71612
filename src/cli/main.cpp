#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "cli/console/output.h"
#include "cli/program.h"
#include "sqlite/query.h"

namespace {

// More than a query may ask for: a single step of SQLite cannot take the whole machine.
constexpr std::int64_t sqlite_bytes_max = std::int64_t{1280} << 20;

}  // namespace

int main(int argc, char** argv) {
    // A reader that has gone is seen where it is written to.
    std::signal(SIGPIPE, SIG_IGN);
    // So is a file that may not grow any further.
    std::signal(SIGXFSZ, SIG_IGN);
    hence::hold_standard_streams();
    hence::sqlite::limit_memory_of_process(sqlite_bytes_max);
    try {
        return hence::run(std::vector<std::string>(argv + 1, argv + argc));
    } catch (const std::exception& thrown) {
        std::fprintf(stderr, "hence: internal error: %s\n", thrown.what());
    } catch (...) {
        std::fputs("hence: internal error\n", stderr);
    }
    return 3;
}
