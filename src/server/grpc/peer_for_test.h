// The other end of a connection of gRPC, for tests: it says what it is told to, right or wrong.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nghttp2/nghttp2.h>

namespace hence {

inline constexpr std::string_view export_traces =
    "/opentelemetry.proto.collector.trace.v1.TraceService/Export";
inline constexpr std::string_view export_logs =
    "/opentelemetry.proto.collector.logs.v1.LogsService/Export";
inline constexpr std::string_view export_metrics =
    "/opentelemetry.proto.collector.metrics.v1.MetricsService/Export";

// A message with its flag and length before it.
inline std::string grpc_frame(std::string_view message, char flag = 0) {
    std::string out(1, flag);
    for (const int shift : {24, 16, 8, 0}) {
        out.push_back(static_cast<char>((message.size() >> shift) & 0xFFU));
    }
    return out.append(message);
}

class GrpcPeer {
public:
    using Fields = std::vector<std::pair<std::string, std::string>>;

    struct Reply {
        std::map<std::string, std::string> fields;  // Of header and trailers.
        std::string body;
        int blocks = 0;       // Headers: 1 is an answer of trailers only.
        bool ended = false;   // By the server.
        bool closed = false;  // Over, one way or another.
        std::uint32_t reset = 0;

        std::string status() const { return at("grpc-status"); }
        std::string at(const std::string& name) const {
            const auto found = fields.find(name);
            return found == fields.end() ? "" : found->second;
        }
    };

    // Of streams, it opens so many before it has heard how many it may.
    explicit GrpcPeer(std::uint32_t streams_max = 100) : session_(nullptr, nghttp2_session_del) {
        nghttp2_session_callbacks* callbacks = nullptr;
        nghttp2_session_callbacks_new(&callbacks);
        nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
        nghttp2_session* session = nullptr;
        nghttp2_option* option = nullptr;
        nghttp2_option_new(&option);
        nghttp2_option_set_peer_max_concurrent_streams(option, streams_max);
        nghttp2_session_client_new2(&session, callbacks, this, option);
        nghttp2_option_del(option);
        nghttp2_session_callbacks_del(callbacks);
        session_.reset(session);
        nghttp2_submit_settings(session, NGHTTP2_FLAG_NONE, nullptr, 0);
    }

    // Begins a call whose message is still to come. Fields replace the usual ones of their name;
    // an empty value takes them away.
    std::int32_t begin(std::string_view path, const Fields& changes = {}) {
        Fields fields = {{":method", "POST"},
                         {":scheme", "http"},
                         {":path", std::string(path)},
                         {":authority", "localhost"},
                         {"content-type", "application/grpc"},
                         {"te", "trailers"}};
        for (const auto& [name, value] : changes) {
            std::erase_if(fields, [&](const auto& field) { return field.first == name; });
        }
        for (const auto& change : changes) {
            if (!change.second.empty()) {
                fields.insert(change.first[0] == ':' ? fields.begin() : fields.end(), change);
            }
        }
        std::vector<nghttp2_nv> values;
        for (const auto& [name, value] : fields) {
            values.push_back({bytes(name), bytes(value), name.size(), value.size(), 0});
        }
        const nghttp2_data_provider body = {.source = {.ptr = nullptr}, .read_callback = read};
        return nghttp2_submit_request(session_.get(), nullptr, values.data(), values.size(), &body,
                                      nullptr);
    }
    void write(std::int32_t id, std::string_view piece) {
        outgoing_[id].text += piece;
        nghttp2_session_resume_data(session_.get(), id);
    }
    void end(std::int32_t id) {
        outgoing_[id].ended = true;
        nghttp2_session_resume_data(session_.get(), id);
    }
    // Likewise, with trailers after the message, as no client of gRPC sends them.
    void end_with_trailers(std::int32_t id) {
        outgoing_[id].trailers = true;
        end(id);
    }
    // The whole of a call at once.
    std::int32_t call(std::string_view path, std::string_view body, const Fields& changes = {}) {
        const std::int32_t id = begin(path, changes);
        write(id, body);
        end(id);
        return id;
    }
    void reset(std::int32_t id) {
        nghttp2_submit_rst_stream(session_.get(), NGHTTP2_FLAG_NONE, id, NGHTTP2_CANCEL);
    }
    void ping() { nghttp2_submit_ping(session_.get(), NGHTTP2_FLAG_NONE, nullptr); }
    // From here on the server may send no byte of a message more.
    void close_window() {
        const nghttp2_settings_entry none{NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 0};
        nghttp2_submit_settings(session_.get(), NGHTTP2_FLAG_NONE, &none, 1);
    }

    std::string send() {
        std::string out;
        const std::uint8_t* data = nullptr;
        for (ssize_t size = 0; (size = nghttp2_session_mem_send(session_.get(), &data)) > 0;) {
            out.append(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size));
        }
        return out;
    }
    // False when it is not HTTP/2.
    bool receive(std::string_view text) {
        return nghttp2_session_mem_recv(session_.get(),
                                        reinterpret_cast<const std::uint8_t*>(text.data()),
                                        text.size()) >= 0;
    }

    const Reply& reply(std::int32_t id) { return replies_[id]; }
    bool sent_away() const { return sent_away_; }
    std::uint32_t sent_away_because() const { return sent_away_because_; }
    std::uint32_t setting(nghttp2_settings_id id) {
        return nghttp2_session_get_remote_settings(session_.get(), id);
    }
    std::size_t unsent(std::int32_t id) { return outgoing_[id].text.size() - outgoing_[id].sent; }

private:
    struct Outgoing {
        std::string text;
        std::size_t sent = 0;
        bool ended = false;
        bool trailers = false;
    };

    static std::uint8_t* bytes(const std::string& text) {
        return reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
    }
    static GrpcPeer& self(void* user) { return *static_cast<GrpcPeer*>(user); }

    static int on_header(nghttp2_session*, const nghttp2_frame* frame, const std::uint8_t* name,
                         std::size_t name_size, const std::uint8_t* value, std::size_t value_size,
                         std::uint8_t, void* user) {
        self(user).replies_[frame->hd.stream_id].fields.emplace(
            std::string(reinterpret_cast<const char*>(name), name_size),
            std::string(reinterpret_cast<const char*>(value), value_size));
        return 0;
    }
    static int on_data(nghttp2_session*, std::uint8_t, std::int32_t id, const std::uint8_t* data,
                       std::size_t size, void* user) {
        self(user).replies_[id].body.append(reinterpret_cast<const char*>(data), size);
        return 0;
    }
    static int on_frame(nghttp2_session*, const nghttp2_frame* frame, void* user) {
        Reply& reply = self(user).replies_[frame->hd.stream_id];
        if (frame->hd.type == NGHTTP2_HEADERS) {
            ++reply.blocks;
        }
        if (frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA) {
            reply.ended = reply.ended || (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
        }
        if (frame->hd.type == NGHTTP2_GOAWAY) {
            self(user).sent_away_ = true;
            self(user).sent_away_because_ = frame->goaway.error_code;
        }
        return 0;
    }
    static int on_close(nghttp2_session*, std::int32_t id, std::uint32_t code, void* user) {
        self(user).replies_[id].closed = true;
        self(user).replies_[id].reset = code;
        return 0;
    }
    static ssize_t read(nghttp2_session* session, std::int32_t id, std::uint8_t* into,
                        std::size_t size, std::uint32_t* flags, nghttp2_data_source*, void* user) {
        Outgoing& outgoing = self(user).outgoing_[id];
        const std::size_t copied =
            outgoing.text.copy(reinterpret_cast<char*>(into), size, outgoing.sent);
        outgoing.sent += copied;
        if (outgoing.ended && outgoing.sent == outgoing.text.size()) {
            *flags |= NGHTTP2_DATA_FLAG_EOF;
            if (outgoing.trailers) {
                *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
                const std::string text = "content-type";
                const nghttp2_nv field{bytes(text), bytes(text), text.size(), text.size(), 0};
                nghttp2_submit_trailer(session, id, &field, 1);
            }
        } else if (copied == 0) {
            return NGHTTP2_ERR_DEFERRED;
        }
        return static_cast<ssize_t>(copied);
    }

    std::unique_ptr<nghttp2_session, void (*)(nghttp2_session*)> session_;
    std::map<std::int32_t, Outgoing> outgoing_;
    std::map<std::int32_t, Reply> replies_;
    bool sent_away_ = false;
    std::uint32_t sent_away_because_ = 0;
};

}  // namespace hence
