// A program that embeds the library and treats it badly: forks, exits, and runs out of disk with a
// store open. tests/embedding_test.py starts it and looks at what is left.
//
//     embedding_host MODE STORE [NUMBER...]
//
// Each line on standard output is a fact: "before 10" says that ten recordings were acknowledged.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <hence/hence.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using Numbers = std::vector<int>;

void say(const std::string& fact) {
    std::printf("%s\n", fact.c_str());
    std::fflush(stdout);
}

// A global that is there before main: it is destroyed after everything that main set up.
struct Application {
    std::unique_ptr<hence::Store> store;
    std::unique_ptr<hence::Recorder> recorder;
    bool records_at_the_end = false;
    ~Application() {
        if (records_at_the_end) {
            const auto step = recorder->session("end").session_end(hence::Ending::success);
            say(std::string("destructor ") + (step ? "recorded" : step.failure().message));
        }
    }
};
Application application;

bool open(const std::string& directory) {
    auto opened = hence::open_store(directory);
    if (!opened) {
        say("cannot open: " + opened.error().message);
        return false;
    }
    application.store = std::move(*opened);
    application.recorder = std::make_unique<hence::Recorder>(
        *application.store, hence::RecorderOptions{.agent = "host"});
    return true;
}

// Records `count` thoughts; says how many were acknowledged, and what the first refusal was.
void record(const std::string& name, int count) {
    int acknowledged = 0;
    std::string refusal;
    for (int i = 0; i < count; ++i) {
        const auto step =
            application.recorder->session(name).thought(name + " " + std::to_string(i));
        acknowledged += step ? 1 : 0;
        if (!step && refusal.empty()) {
            refusal = step.failure().message;
        }
    }
    say(name + " " + std::to_string(acknowledged) + (refusal.empty() ? "" : " " + refusal));
}

void wait_for(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    say("child ended with " + std::to_string(status));
}

// How a program forks with a store open, and what its child does with it.
int forks(const std::function<void()>& in_child, const Numbers& counts) {
    record("before", counts.at(0));
    const pid_t child = fork();
    if (child == 0) {
        in_child();
        _exit(0);
    }
    const bool at_once = counts.size() > 3;
    if (!at_once) {
        wait_for(child);
    }
    record("parent", counts.at(2));
    if (at_once) {
        wait_for(child);
    }
    return 0;
}

int fork_and_record(const Numbers& counts) {
    return forks([&] { record("child", counts.at(1)); }, counts);
}

int fork_and_ask(const Numbers& counts) {
    auto cursor = application.store->read(1, 100);
    const auto ask = [&] {
        const auto found = application.store->find("x");
        say("find " + (found ? std::string("answered") : found.error().message));
        const auto next = (*cursor)->next();
        say("next " + (next ? std::string("answered") : next.error().message));
        say("last_seq " + std::to_string(application.store->last_seq()));
        cursor->reset();
    };
    return forks(ask, counts);
}

int fork_and_destroy(const Numbers& counts) {
    const auto destroy = [] {
        application.recorder.reset();
        application.store.reset();
        say("destroyed");
    };
    return forks(destroy, counts);
}

// As a pool of workers does: children that live on after the store was closed.
int fork_and_close(const Numbers& counts) {
    record("before", counts.at(0));
    const pid_t child = fork();
    if (child == 0) {
        std::this_thread::sleep_for(std::chrono::seconds(5));
        _exit(0);
    }
    application.recorder.reset();
    application.store.reset();
    say("closed");
    wait_for(child);
    return 0;
}

int fork_and_open_another(const Numbers& counts) {
    const auto other = [&] {
        const auto opened = hence::open_store("other");
        say("opening " + (opened ? std::string("went well") : opened.error().message));
    };
    return forks(other, counts);
}

// Threads record while others fork: a child may be made at any moment.
int fork_under_load(const Numbers& counts) {
    std::atomic<bool> stop = false;
    std::atomic<int> acknowledged = 0;
    std::vector<std::thread> writers;
    for (int i = 0; i < 3; ++i) {
        writers.emplace_back([&, i] {
            while (!stop) {
                acknowledged +=
                    application.recorder->session("s" + std::to_string(i)).thought("t") ? 1 : 0;
            }
        });
    }
    int well = 0;
    for (int i = 0; i < counts.at(0); ++i) {
        const pid_t child = fork();
        if (child == 0) {
            const bool refused = !application.recorder->session("child").thought("t");
            application.recorder.reset();
            application.store.reset();
            _exit(refused ? 0 : 1);
        }
        int status = 0;
        waitpid(child, &status, 0);
        well += status == 0 ? 1 : 0;
    }
    stop = true;
    for (std::thread& writer : writers) {
        writer.join();
    }
    say("children " + std::to_string(well));
    say("acknowledged " + std::to_string(acknowledged.load()));
    return 0;
}

int open_among_threads(const Numbers& counts) {
    application.recorder.reset();
    application.store.reset();
    std::atomic<bool> stop = false;
    std::vector<std::thread> busy;
    for (int i = 0; i < 4; ++i) {
        busy.emplace_back([&] {
            auto memory = std::move(*hence::open_store("memory:"));
            const hence::Recorder recorder(*memory, {.agent = "busy"});
            while (!stop) {
                static_cast<void>(static_cast<bool>(recorder.session("s").thought("t")));
            }
        });
    }
    for (int i = 0; i < counts.at(0); ++i) {
        if (!open("among")) {
            break;
        }
        record("before", 1);
        application.recorder.reset();
        application.store.reset();
    }
    stop = true;
    for (std::thread& thread : busy) {
        thread.join();
    }
    return 0;
}

int exit_with_a_global(const Numbers& counts) {
    record("before", counts.at(0));
    return 0;
}

int record_in_a_destructor(const Numbers& counts) {
    application.records_at_the_end = true;
    record("before", counts.at(0));
    return 0;
}

int record_in_a_handler(const Numbers& counts) {
    record("before", counts.at(0));
    std::atexit([] { record("handler", 1); });
    return 0;
}

int record_in_a_thread(const Numbers& counts) {
    record("before", counts.at(0));
    application.recorder.reset();
    const std::shared_ptr<hence::Store> shared = std::move(application.store);
    const hence::Recorder recorder(shared, {.agent = "thread"});
    std::thread([scope = recorder.session("thread")] {
        for (;;) {
            static_cast<void>(static_cast<bool>(scope.thought("t")));
        }
    }).detach();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return 0;
}

int record_in_a_thread_local(const Numbers& counts) {
    record("before", counts.at(0));
    thread_local struct Late {
        ~Late() { record("thread_local", 1); }
    } late;
    static_cast<void>(&late);
    return 0;
}

int exit_in_a_callback(const Numbers& counts) {
    record("before", counts.at(0));
    hence::Batch batch;
    static_cast<void>(static_cast<bool>(application.store->append(
        batch, [](const hence::Store&) -> hence::Result<void> { std::exit(0); })));
    return 1;
}

// Records until the disk is full, says so, and goes on when a line comes: by then there is room.
int fill(const Numbers& counts) {
    int acknowledged = 0;
    int refused = 0;
    std::string why;
    for (int i = 0; refused < 3 && i < counts.at(1); ++i) {
        std::string text(static_cast<std::size_t>(counts.at(0)), 'x');
        for (char& c : text) {
            c = static_cast<char>('a' + std::rand() % 26);
        }
        const auto step = application.recorder->session("s" + std::to_string(i % 50)).thought(text);
        (step ? acknowledged : refused) += 1;
        why = step ? why : step.failure().message;
    }
    say("full " + std::to_string(acknowledged) + " " + why);
    say(application.store->summaries(hence::Space::session, nullptr, 1) ? "asked" : "cannot ask");
    std::getchar();
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    record("after", 5);
    return 0;
}

}  // namespace

int main(int count, char** given) {
    const std::map<std::string, int (*)(const Numbers&)> modes = {
        {"fork_and_record", fork_and_record},
        {"fork_and_ask", fork_and_ask},
        {"fork_and_destroy", fork_and_destroy},
        {"fork_and_close", fork_and_close},
        {"fork_and_open_another", fork_and_open_another},
        {"fork_under_load", fork_under_load},
        {"open_among_threads", open_among_threads},
        {"exit_with_a_global", exit_with_a_global},
        {"record_in_a_destructor", record_in_a_destructor},
        {"record_in_a_handler", record_in_a_handler},
        {"record_in_a_thread", record_in_a_thread},
        {"record_in_a_thread_local", record_in_a_thread_local},
        {"exit_in_a_callback", exit_in_a_callback},
        {"fill", fill},
    };
    if (count < 3 || !modes.contains(given[1]) || !open(given[2])) {
        return 2;
    }
    Numbers numbers;
    for (int i = 3; i < count; ++i) {
        numbers.push_back(std::atoi(given[i]));
    }
    return modes.at(given[1])(numbers);
}
