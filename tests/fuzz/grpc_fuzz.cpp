// Any bytes as a connection of gRPC, in pieces of any size: whatever comes, what is kept of it is
// no more than was sent, every call that is delivered whole is answered, and nothing stays behind.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "server/grpc/session.h"

namespace {

void expect(bool true_thing) {
    if (!true_thing) {
        std::abort();
    }
}

hence::Result<hence::OtlpReceipt> accept(hence::OtlpSignal, std::string_view) {
    return hence::OtlpReceipt{};
}

// Says everything in pieces that grow and shrink, a second apart.
void converse(hence::GrpcHouse& house, std::string_view rest, std::size_t piece_max) {
    hence::GrpcSession::Instant now{std::chrono::seconds(1'000)};
    std::vector<hence::GrpcCall> calls;
    hence::GrpcSession session(
        house, [&](hence::GrpcCall call) { calls.push_back(std::move(call)); }, now);
    std::uint64_t said = 0;
    std::string out;
    for (std::size_t turn = 1; !rest.empty() && !session.over(); ++turn) {
        const std::string_view piece = rest.substr(0, 1 + (turn * 7919) % piece_max);
        rest.remove_prefix(piece.size());
        session.receive(piece, now);
        said += piece.size();
        expect(house.budget.held() <= said);
        out.clear();
        session.send(out, 1U << 16U);
        for (hence::GrpcCall& call : calls) {
            const std::int32_t stream = call.stream;
            session.answer(stream, answer_call(std::move(call), accept, house.limits), now);
        }
        calls.clear();
        now += std::chrono::seconds(1);
        session.look_at_the_clock(now);
    }
    session.finish(now);
    session.send(out, 1U << 20U);
    // A peer that does not take its answers is waited for, but not for long.
    session.look_at_the_clock(now + std::chrono::hours(1));
    session.send(out, 1U << 20U);
    expect(session.over());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const hence::Access access = hence::Access::from({}).take();
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const hence::ListenerLimits limits{.body_bytes_max = 1U << 16U};
    hence::GrpcHouse house{access, limits, hence::ByteBudget(1U << 17U)};
    for (const std::size_t piece_max : {std::size_t{1} << 20U, std::size_t{13}}) {
        converse(house, bytes, piece_max);
        expect(house.budget.held() == 0);
    }
    return 0;
}
