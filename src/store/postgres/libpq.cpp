#include "store/postgres/libpq.h"

#include <optional>
#include <string>

#include <dlfcn.h>
#include <sys/auxv.h>

#include "base/process.h"

namespace hence::postgres {
namespace {

// Debian's package is named in the hint; the name of the library is the same everywhere.
constexpr const char* library = "libpq.so.5";
constexpr const char* hint = "install PostgreSQL's client library (libpq5 in Debian)";

class Loader {
public:
    explicit Loader(void* handle) : handle_(handle) {}

    template <class Function>
    void find(Function& function, const char* name) {
        function = reinterpret_cast<Function>(::dlsym(handle_, name));
        if (function == nullptr && missing_.empty()) {
            missing_ = name;
        }
    }
    const std::string& missing() const { return missing_; }

private:
    void* handle_;
    std::string missing_;
};

Result<Libpq> load() {
    // A program that is linked statically has no loader, and must not bring in a second libc.
    if (::getauxval(AT_BASE) == 0) {
        return Error{Code::unsupported, "this program is linked statically and cannot load libpq",
                     "use the package or a build of your own for a postgres:// store"};
    }
    void* const handle = ::dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char* const reason = ::dlerror();
        return Error{Code::unsupported,
                     std::string("cannot load ") + library + ": " +
                         (reason != nullptr ? reason : "no reason given"),
                     hint};
    }
    Libpq pq{};
    Loader from(handle);
    from.find(pq.connect_with, "PQconnectdbParams");
    from.find(pq.parse_conninfo, "PQconninfoParse");
    from.find(pq.free_conninfo, "PQconninfoFree");
    from.find(pq.free_memory, "PQfreemem");
    from.find(pq.status, "PQstatus");
    from.find(pq.error_message, "PQerrorMessage");
    from.find(pq.finish, "PQfinish");
    from.find(pq.socket, "PQsocket");
    from.find(pq.set_nonblocking, "PQsetnonblocking");
    from.find(pq.flush, "PQflush");
    from.find(pq.consume_input, "PQconsumeInput");
    from.find(pq.is_busy, "PQisBusy");
    from.find(pq.enter_pipeline_mode, "PQenterPipelineMode");
    from.find(pq.pipeline_sync, "PQpipelineSync");
    from.find(pq.send_query, "PQsendQueryParams");
    from.find(pq.send_prepare, "PQsendPrepare");
    from.find(pq.send_prepared, "PQsendQueryPrepared");
    from.find(pq.get_result, "PQgetResult");
    from.find(pq.result_status, "PQresultStatus");
    from.find(pq.error_field, "PQresultErrorField");
    from.find(pq.rows, "PQntuples");
    from.find(pq.value, "PQgetvalue");
    from.find(pq.length, "PQgetlength");
    from.find(pq.is_null, "PQgetisnull");
    from.find(pq.clear, "PQclear");
    from.find(pq.set_notice_receiver, "PQsetNoticeReceiver");
    from.find(pq.parameter, "PQparameterStatus");
    if (!from.missing().empty()) {
        return Error{Code::unsupported,
                     std::string(library) + " is too old: it has no " + from.missing(),
                     "PostgreSQL 14 is the first with pipelines"};
    }
    return pq;
}

}  // namespace

Result<const Libpq*> libpq() {
    struct Loaded {
        Result<Libpq> pq = load();
    };
    const Result<Libpq>& loaded = of_this_process<Loaded>().pq;  // Outlives every store.
    return loaded ? Result<const Libpq*>(&*loaded) : Result<const Libpq*>(loaded.error());
}

}  // namespace hence::postgres
