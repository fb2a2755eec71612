#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "cli/console/output.h"
#include "cli/program.h"

int main(int argc, char** argv) {
    // A reader that has gone is seen where it is written to.
    std::signal(SIGPIPE, SIG_IGN);
    // So is a file that may not grow any further.
    std::signal(SIGXFSZ, SIG_IGN);
    hence::hold_standard_streams();
    try {
        return hence::run(std::vector<std::string>(argv + 1, argv + argc));
    } catch (const std::exception& thrown) {
        std::fprintf(stderr, "hence: internal error: %s\n", thrown.what());
    } catch (...) {
        std::fputs("hence: internal error\n", stderr);
    }
    return 3;
}
