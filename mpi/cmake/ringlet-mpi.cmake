# A program must find the same MPI that the library was compiled with.
set(MPI_CXX_SKIP_MPICXX ON)
ringlet_component_needs(mpi "MPI for C++ (Debian: libopenmpi-dev)" MPI::MPI_CXX MPI COMPONENTS CXX)
include("${CMAKE_CURRENT_LIST_DIR}/ringlet-mpi-targets.cmake")
set(ringlet_mpi_FOUND TRUE)
