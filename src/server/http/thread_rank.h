// How a thread stands among the others where there are more threads than processors.
//
// A question should be answered at once, though the server records meanwhile; and a question that
// takes long should not hold up recording. So a question begins as an equal of those who record,
// and falls behind them once it has taken its share of processor time (Connection::Asker). A thread
// may fall behind at any time, but the system may refuse to let it come forward again: then the
// thread ends as soon as no task waits for it, and a new one takes its place (HttpWorkers). All of
// it is about the calling thread alone, and what the system refuses changes nothing else.
#pragma once

#include <chrono>

namespace hence {

// The higher, the further behind the others.
int thread_rank();
// False when the system refuses.
bool set_thread_rank(int rank);

// The processor time that the thread has used.
std::chrono::nanoseconds thread_time();

}  // namespace hence
