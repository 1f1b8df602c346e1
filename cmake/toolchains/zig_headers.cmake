# Most of the time to check a source for another system goes to the C++ library's headers, so they are compiled once.
cmake_language(DEFER CALL target_precompile_headers ringlet PRIVATE <algorithm> <array> <atomic> <functional> <memory>
  <optional> <span> <sstream> <stdexcept> <string> <vector>)
