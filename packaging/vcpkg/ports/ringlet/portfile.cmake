# Overlay port: builds the tree in which it lies. vcpkg decides by the port's files alone whether to build it again.
# After a change of the tree, use `vcpkg remove ringlet` and the option --no-binarycaching.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)

# libhexl has the name of Intel's library, which is the port hexl.
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    -DRINGLET_INSTALL=ON
    -DRINGLET_HEXL=OFF
    -DRINGLET_TESTS=OFF
    -DRINGLET_BENCH=OFF
    -DRINGLET_EXAMPLES=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/ringlet)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE
  "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share" "${CURRENT_PACKAGES_DIR}/share/doc")

file(INSTALL "${CURRENT_PORT_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
