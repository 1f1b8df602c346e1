# Executor on oneTBB's threads (ringlet/executors/tbb.hpp).
ringlet_component_needs(tbb "oneTBB (Debian: libtbb-dev)" TBB::tbb TBB)
if(NOT TARGET ringlet::tbb)
  add_library(ringlet::tbb INTERFACE IMPORTED)
  target_link_libraries(ringlet::tbb INTERFACE ringlet::ringlet TBB::tbb)
endif()
set(ringlet_tbb_FOUND TRUE)
