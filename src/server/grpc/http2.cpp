#include <array>
#include <exception>
#include <string_view>
#include <vector>

#include <nghttp2/nghttp2.h>

#include "base/base64.h"
#include "server/grpc/stream.h"

namespace hence {
namespace {

// Answers to pings and settings that may wait; a peer that asks for more floods us.
constexpr std::size_t acknowledgements_max = 200;

nghttp2_nv field(std::string_view name, std::string_view value) {
    // nghttp2 copies both, and takes them as unsigned and not constant.
    auto bytes = [](std::string_view text) {
        return reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
    };
    return {bytes(name), bytes(value), name.size(), value.size(), NGHTTP2_NV_FLAG_NONE};
}

std::string without_padding(std::string text) {
    text.erase(text.find_last_not_of('=') + 1);
    return text;
}

// The texts that a header of trailers refers to.
struct Trailer {
    explicit Trailer(const GrpcAnswer& answer)
        : code(std::to_string(answer.code)),
          message(grpc_message(answer.message)),
          details(without_padding(base64(answer.details))) {}

    void append_to(std::vector<nghttp2_nv>& fields) const {
        fields.push_back(field("grpc-status", code));
        if (!message.empty()) {
            fields.push_back(field("grpc-message", message));
        }
        if (!details.empty()) {
            fields.push_back(field("grpc-status-details-bin", details));
        }
    }

    std::string code;
    std::string message;
    std::string details;
};

struct Deleter {
    void operator()(nghttp2_session_callbacks* callbacks) const {
        nghttp2_session_callbacks_del(callbacks);
    }
    void operator()(nghttp2_option* option) const { nghttp2_option_del(option); }
};

std::unique_ptr<nghttp2_option, Deleter> session_options() {
    nghttp2_option* option = nullptr;
    if (nghttp2_option_new(&option) != 0) {
        return nullptr;
    }
    nghttp2_option_set_no_auto_window_update(option, 1);
    nghttp2_option_set_no_closed_streams(option, 1);
    nghttp2_option_set_max_outbound_ack(option, acknowledgements_max);
    nghttp2_option_set_max_send_header_block_length(option, 32'768);
    return std::unique_ptr<nghttp2_option, Deleter>(option);
}

}  // namespace

// What nghttp2 calls, with all the parameters it has. No exception may pass through it: it is C.
// NOLINTBEGIN(readability-function-size)
struct GrpcSession::Http2::Callbacks {
    template <class Action>
    static int guarded(void* user, const Action& action) {
        try {
            action(*static_cast<GrpcSession*>(user));
            return 0;
        } catch (const std::exception&) {
            return NGHTTP2_ERR_CALLBACK_FAILURE;
        }
    }

    static int begin_headers(nghttp2_session*, const nghttp2_frame* frame, void* user) {
        return guarded(user, [&](GrpcSession& self) {
            if (frame->headers.cat == NGHTTP2_HCAT_REQUEST) {
                self.begin(frame->hd.stream_id);
            }
        });
    }

    static int header(nghttp2_session*, const nghttp2_frame* frame, const std::uint8_t* name,
                      std::size_t name_size, const std::uint8_t* value, std::size_t value_size,
                      std::uint8_t, void* user) {
        return guarded(user, [&](GrpcSession& self) {
            Stream* const stream = self.find(frame->hd.stream_id);
            if (stream != nullptr && stream->header) {
                stream->header->take({reinterpret_cast<const char*>(name), name_size},
                                     {reinterpret_cast<const char*>(value), value_size});
            }
        });
    }

    static int frame_received(nghttp2_session*, const nghttp2_frame* frame, void* user) {
        return guarded(user, [&](GrpcSession& self) {
            const std::int32_t id = frame->hd.stream_id;
            switch (frame->hd.type) {
                case NGHTTP2_SETTINGS: self.greeted_ = true; return;
                case NGHTTP2_HEADERS: self.admit(id); break;
                case NGHTTP2_DATA: break;
                default: return;
            }
            if ((frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0) {
                self.end(id);
            }
        });
    }

    static int data(nghttp2_session* session, std::uint8_t, std::int32_t id,
                    const std::uint8_t* bytes, std::size_t size, void* user) {
        return guarded(user, [&](GrpcSession& self) {
            self.submitted(nghttp2_session_consume(session, id, size));
            self.take(id, {reinterpret_cast<const char*>(bytes), size});
        });
    }

    static int frame_sent(nghttp2_session*, const nghttp2_frame* frame, void* user) {
        return guarded(user, [&](GrpcSession& self) {
            if (frame->hd.type == NGHTTP2_HEADERS &&
                (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0) {
                self.sent_all(frame->hd.stream_id);
            }
        });
    }

    static int stream_closed(nghttp2_session*, std::int32_t id, std::uint32_t, void* user) {
        return guarded(user, [&](GrpcSession& self) { self.close(id); });
    }

    // Gives nghttp2 a piece of an answer's message, and the trailers after its last.
    static ssize_t read_body(nghttp2_session* session, std::int32_t id, std::uint8_t* into,
                             std::size_t size, std::uint32_t* flags, nghttp2_data_source*,
                             void* user) {
        std::size_t copied = 0;
        const int failed = guarded(user, [&](GrpcSession& self) {
            Stream* const stream = self.find(id);
            if (stream == nullptr) {
                *flags |= NGHTTP2_DATA_FLAG_EOF;
                return;
            }
            const std::string& body = stream->answer.body;
            copied = body.copy(reinterpret_cast<char*>(into), size, stream->body_sent);
            stream->body_sent += copied;
            if (stream->body_sent == body.size()) {
                *flags |= NGHTTP2_DATA_FLAG_EOF | NGHTTP2_DATA_FLAG_NO_END_STREAM;
                std::vector<nghttp2_nv> fields;
                const Trailer trailer(stream->answer);
                trailer.append_to(fields);
                self.submitted(nghttp2_submit_trailer(session, id, fields.data(), fields.size()));
            }
        });
        return failed != 0 ? failed : static_cast<ssize_t>(copied);
    }

    static std::unique_ptr<nghttp2_session_callbacks, Deleter> all() {
        nghttp2_session_callbacks* callbacks = nullptr;
        if (nghttp2_session_callbacks_new(&callbacks) != 0) {
            return nullptr;
        }
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, begin_headers);
        nghttp2_session_callbacks_set_on_header_callback(callbacks, header);
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, frame_received);
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, data);
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, frame_sent);
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, stream_closed);
        return std::unique_ptr<nghttp2_session_callbacks, Deleter>(callbacks);
    }
};
// NOLINTEND(readability-function-size)

nghttp2_session* GrpcSession::Http2::open(GrpcSession& self) {
    const auto options = session_options();
    const auto callbacks = Callbacks::all();
    nghttp2_session* session = nullptr;
    if (!options || !callbacks ||
        nghttp2_session_server_new2(&session, callbacks.get(), &self, options.get()) != 0) {
        return nullptr;
    }
    const std::array settings = {
        nghttp2_settings_entry{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, streams_max},
        nghttp2_settings_entry{NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, stream_window},
        nghttp2_settings_entry{NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, GrpcHeader::bytes_max},
        nghttp2_settings_entry{NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1},
    };
    if (nghttp2_submit_settings(session, NGHTTP2_FLAG_NONE, settings.data(), settings.size()) !=
            0 ||
        nghttp2_session_set_local_window_size(session, NGHTTP2_FLAG_NONE, 0, session_window) != 0) {
        nghttp2_session_del(session);
        return nullptr;
    }
    return session;
}

int GrpcSession::Http2::respond(nghttp2_session* session, std::int32_t id,
                                const GrpcAnswer& answer) {
    const std::string status = std::to_string(answer.http_status);
    std::vector<nghttp2_nv> fields = {field(":status", status)};
    const Trailer trailer(answer);
    if (answer.http_status == 200) {
        fields.push_back(field("content-type", "application/grpc"));
        fields.push_back(field("grpc-accept-encoding", grpc_codings));
        if (answer.body.empty()) {
            trailer.append_to(fields);
        }
    }
    const nghttp2_data_provider body = {.source = {.ptr = nullptr},
                                        .read_callback = Callbacks::read_body};
    return nghttp2_submit_response(session, id, fields.data(), fields.size(),
                                   answer.body.empty() ? nullptr : &body);
}

}  // namespace hence
