#include <cstdint>

namespace client {
std::uint64_t modulus() { return 97; }
}  // namespace client
