#include "store/rocks/gate.h"

#include <ctime>

namespace hence::rocks {

Gate::Gate() {
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&lock_, &attributes);
    pthread_rwlockattr_destroy(&attributes);
}

Gate::~Gate() {
    pthread_rwlock_destroy(&lock_);
}

Gate::Shut::Shut(Gate& gate, std::chrono::seconds patience) : gate_(gate), shut_(false) {
    timespec until{};
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += patience.count();
    shut_ = pthread_rwlock_timedwrlock(&gate_.lock_, &until) == 0;
}

}  // namespace hence::rocks
