// Preloaded into a program, it makes the Nth call of one system function fail. For tests only.
//
//     FAIL_CALL    write, pwrite, fsync, fdatasync, sync_file_range, rename, open, fallocate, mmap,
//                  unlink, ftruncate, read, pread, close, mkdir
//     FAIL_AT      which call, from 1, of those that concern FAIL_PATH
//     FAIL_HOW     an error number (28), or "short": half of what was asked for is done
//     FAIL_TIMES   once, or for_ever
//     FAIL_PATH    only files whose path contains this
//     FAIL_NOTE    this file is made when a call is made to fail
//     FAIL_WHILE   while this file is there, calls that should fail for ever do; later ones do not
//
// Standard streams never fail: the program must be able to say what became of it.
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

struct Plan {
    std::string call;
    std::string path;
    long at = 0;
    bool is_short = false;
    int error = EIO;
    bool for_ever = false;
};

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

const Plan& plan() {
    static const Plan& made = *new Plan([] {
        Plan plan{variable("FAIL_CALL"), variable("FAIL_PATH")};
        plan.at = std::atol(variable("FAIL_AT").c_str());
        plan.is_short = variable("FAIL_HOW") == "short";
        plan.error = std::atoi(variable("FAIL_HOW").c_str());
        plan.for_ever = variable("FAIL_TIMES") == "for_ever";
        return plan;
    }());
    return made;
}

std::atomic<long> calls = 0;

void note() {
    const std::string path = variable("FAIL_NOTE");
    const long file =
        syscall(SYS_openat, AT_FDCWD, path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    syscall(SYS_close, file);
}

bool lasts() {
    const std::string path = variable("FAIL_WHILE");
    return path.empty() || syscall(SYS_access, path.c_str(), F_OK) == 0;
}

enum class Verdict { pass, fail, halve };

// Where a link in /proc leads, and what follows it.
std::string target(const std::string& link, const std::string& rest) {
    char path[4096];
    const int error = errno;
    const long size = syscall(SYS_readlink, link.c_str(), path, sizeof path);
    errno = error;
    return size <= 0 ? rest : std::string(path, static_cast<std::size_t>(size)) + rest;
}

// A path that goes by way of an open directory, by the directory's own name.
std::string plain(const std::string& path) {
    const std::size_t by_descriptor = path.starts_with("/proc/") ? path.find("/fd/") : path.npos;
    if (by_descriptor == std::string::npos) {
        return path;
    }
    const std::size_t slash = path.find('/', by_descriptor + 4);
    return slash == std::string::npos ? path : target(path.substr(0, slash), path.substr(slash));
}

Verdict judge(const char* call, const std::string& path) {
    const Plan& is = plan();
    if (is.at == 0 || is.call != call || plain(path).find(is.path) == std::string::npos) {
        return Verdict::pass;
    }
    const long number = ++calls;
    if (number < is.at || (number > is.at && !(is.for_ever && lasts()))) {
        return Verdict::pass;
    }
    if (number == is.at) {
        note();
    }
    errno = is.error;
    return is.is_short ? Verdict::halve : Verdict::fail;
}

Verdict judge(const char* call, int file) {
    if (file <= STDERR_FILENO) {
        return Verdict::pass;
    }
    return plan().call != call ? Verdict::pass
                               : judge(call, target("/proc/self/fd/" + std::to_string(file), ""));
}

template <class Function>
Function* real(Function*, const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

// Each stands in for the function of its name: REAL is that function, JUDGE what becomes of the
// call.
#define REAL(name) static auto* const next = real(&name, #name)

#define TRANSFER(name, call, data, ...)                                           \
    REAL(name);                                                                   \
    switch (judge(call, file)) {                                                  \
        case Verdict::fail: return -1;                                            \
        case Verdict::halve: return next(file, data, (size + 1) / 2 __VA_ARGS__); \
        case Verdict::pass: break;                                                \
    }                                                                             \
    return next(file, data, size __VA_ARGS__)

#define PLAIN(name, call, subject, ...) \
    REAL(name);                         \
    return judge(call, subject) == Verdict::fail ? -1 : next(__VA_ARGS__)

extern "C" {

ssize_t write(int file, const void* data, size_t size) {
    TRANSFER(write, "write", data);
}
ssize_t read(int file, void* data, size_t size) {
    TRANSFER(read, "read", data);
}
#define COMMA_OFFSET , offset
ssize_t pwrite(int file, const void* data, size_t size, off_t offset) {
    TRANSFER(pwrite, "pwrite", data, COMMA_OFFSET);
}
ssize_t pwrite64(int file, const void* data, size_t size, off64_t offset) {
    TRANSFER(pwrite64, "pwrite", data, COMMA_OFFSET);
}
ssize_t pread(int file, void* data, size_t size, off_t offset) {
    TRANSFER(pread, "pread", data, COMMA_OFFSET);
}
ssize_t pread64(int file, void* data, size_t size, off64_t offset) {
    TRANSFER(pread64, "pread", data, COMMA_OFFSET);
}
int fsync(int file) {
    PLAIN(fsync, "fsync", file, file);
}
int fdatasync(int file) {
    PLAIN(fdatasync, "fdatasync", file, file);
}
int sync_file_range(int file, off64_t offset, off64_t size, unsigned flags) {
    PLAIN(sync_file_range, "sync_file_range", file, file, offset, size, flags);
}
int ftruncate(int file, off_t size) noexcept {
    PLAIN(ftruncate, "ftruncate", file, file, size);
}
int ftruncate64(int file, off64_t size) noexcept {
    PLAIN(ftruncate64, "ftruncate", file, file, size);
}
int fallocate(int file, int mode, off_t offset, off_t size) {
    PLAIN(fallocate, "fallocate", file, file, mode, offset, size);
}
int fallocate64(int file, int mode, off64_t offset, off64_t size) {
    PLAIN(fallocate64, "fallocate", file, file, mode, offset, size);
}
int rename(const char* from, const char* to) noexcept {
    PLAIN(rename, "rename", from, from, to);
}
int unlink(const char* path) noexcept {
    PLAIN(unlink, "unlink", path, path);
}
int mkdir(const char* path, mode_t mode) noexcept {
    PLAIN(mkdir, "mkdir", path, path, mode);
}

int close(int file) {
    REAL(close);
    const bool fails = judge("close", file) == Verdict::fail;
    const int error = errno;
    const int closed = next(file);
    if (fails) {
        errno = error;
        return -1;
    }
    return closed;
}

void* mmap(void* at, size_t size, int access, int flags, int file, off_t offset) noexcept {
    REAL(mmap);
    const bool fails = file > STDERR_FILENO && judge("mmap", file) == Verdict::fail;
    return fails ? MAP_FAILED : next(at, size, access, flags, file, offset);
}

#define OPEN(name, path, ...)                   \
    REAL(name);                                 \
    mode_t mode = 0;                            \
    if ((flags & (O_CREAT | O_TMPFILE)) != 0) { \
        va_list more;                           \
        va_start(more, flags);                  \
        mode = va_arg(more, mode_t);            \
        va_end(more);                           \
    }                                           \
    return judge("open", path) == Verdict::fail ? -1 : next(__VA_ARGS__, flags, mode)

int open(const char* path, int flags, ...) {
    OPEN(open, path, path);
}
int open64(const char* path, int flags, ...) {
    OPEN(open64, path, path);
}
int openat(int directory, const char* path, int flags, ...) {
    OPEN(openat, path, directory, path);
}
}
