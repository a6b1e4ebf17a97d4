# `cmake --install`: libraries, headers, the CMake package, pith.pc, pith-methods.pc and the command line.

include(CMakePackageConfigHelpers)

install(TARGETS pith_shared pith_static pith_methods_shared pith_methods_static EXPORT pith-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/pith DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET pith)
  install(TARGETS pith RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES train/default.py train/train.py train/folds.py train/sets.txt train/requirements.txt
          DESTINATION share/pith/train) # `pith train default` looks for them at ../share from the command line
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pith)
install(EXPORT pith-targets NAMESPACE pith:: DESTINATION ${package_dir})
configure_package_config_file(cmake/pith-config.cmake.in ${PROJECT_BINARY_DIR}/pith-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pith-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pith-config.cmake ${PROJECT_BINARY_DIR}/pith-config-version.cmake
        DESTINATION ${package_dir})

if(ICU_FOUND)
  set(PITH_PC_REQUIRES " icu-uc")
endif()
if(STEMMER_FOUND)
  set(PITH_PC_LIBS " -lstemmer")
endif()
foreach(package pith pith-methods)
  configure_file(cmake/${package}.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
