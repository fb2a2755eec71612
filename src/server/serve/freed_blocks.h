// How the process of a server gives freed memory back. A library leaves the allocator of its host
// as it is, so this is for a program that is a server and nothing else.
#pragma once

namespace hence {

// To be called before there is a second thread.
void give_freed_blocks_back();

}  // namespace hence
