// Recorder: the first object of the embedding API, and the short forms of Scope.
//
// A Recorder shares its core (store and options) with all its scopes, so a scope stays valid after
// the Recorder is gone. Every call is noexcept; a recorder without memory or without a store fails
// each call with an error and lets the host go on. Any thread may record: the store orders appends.
#include "hence/recorder.h"

#include <utility>

#include "api/scribe.h"

namespace hence {
namespace {

std::shared_ptr<const RecorderCore> make_core(std::shared_ptr<Store> store,
                                              const RecorderOptions& options) noexcept {
    try {
        auto core = std::make_shared<RecorderCore>(RecorderCore{std::move(store), options});
        if (options.background && core->store) {
            // The thread ends before the core does.
            auto background = std::make_unique<Background>(
                core->store, options.sync, options.background_bytes,
                [&made = *core](const Error& error) { Scribe::tell(&made, error); });
            core->background.reset(background.release());
        }
        return core;
    } catch (...) {
        return nullptr;  // Whatever is recorded then says so.
    }
}

}  // namespace

Recorder::Recorder(std::shared_ptr<Store> store, const RecorderOptions& options) noexcept
    : core_(make_core(std::move(store), options)) {}

// A pointer that owns nothing needs no memory.
Recorder::Recorder(Store& store, const RecorderOptions& options) noexcept
    : core_(make_core(std::shared_ptr<Store>(std::shared_ptr<Store>(), &store), options)) {}

Scope Recorder::session(std::string_view name) const noexcept {
    return resume({}).session(name);
}

Scope Recorder::resume(const Handoff& handoff) const noexcept {
    try {
        auto place = std::make_shared<Handoff>(handoff);
        if (place->agent.empty() && core_) {
            place->agent = core_->options.agent;
        }
        return Scope(core_, std::move(place));
    } catch (...) {
        return Scope(core_, nullptr);
    }
}

Result<std::string> Recorder::record(const Event& event) const noexcept {
    Result<std::string> recorded = guarded([&]() -> Result<std::string> {
        if (!core_) {
            return out_of_memory();
        }
        return append_event(*core_, event);
    });
    if (!recorded) {
        Scribe::tell(core_.get(), recorded.error());
    }
    return recorded;
}

Flushed Recorder::flush(std::chrono::milliseconds patience) const noexcept {
    try {
        return core_ && core_->background ? core_->background->flush(patience) : Flushed();
    } catch (...) {
        Flushed unknown;
        unknown.error = out_of_memory();
        unknown.failed = 1;
        return unknown;
    }
}

Result<std::string> Step::recorded() const noexcept {
    return guarded([&]() -> Result<std::string> {
        if (failure_) {
            return *failure_;
        }
        return std::string(id());
    });
}

// Short forms: what they make of their arguments may need memory, so it is made where that is
// caught.
Call Scope::tool_call(std::string_view tool_name, const Value& input) const noexcept {
    const Result<ToolCall> call = guarded([&]() -> Result<ToolCall> {
        return ToolCall{.tool_name = std::string(tool_name), .input = input};
    });
    if (!call) {
        return Scope(core_, nullptr).tool_call(ToolCall{});
    }
    return tool_call(*call);
}

Step Scope::delegate(std::string_view child_id, std::string_view task) const noexcept {
    const Result<Delegation> delegation = guarded([&]() -> Result<Delegation> {
        return Delegation{.child_id = std::string(child_id), .task = std::string(task)};
    });
    if (!delegation) {
        return Scope(core_, nullptr).delegate(Delegation{});
    }
    return delegate(*delegation);
}

}  // namespace hence
