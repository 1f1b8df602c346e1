# Precompiles the C++ library's headers, which take most of the time to check a source for another system.
cmake_language(DEFER CALL target_precompile_headers ringlet PRIVATE <algorithm> <array> <atomic> <functional> <memory>
  <optional> <span> <sstream> <stdexcept> <string> <vector>)
