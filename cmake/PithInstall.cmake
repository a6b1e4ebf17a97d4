# `cmake --install`: libraries, headers, the CMake package, pith.pc, pith-methods.pc, licences, and the command line with
# its manual page, completions and units of systemd.

include(CMakePackageConfigHelpers)

install(TARGETS pith_shared pith_static pith_methods_shared pith_methods_static EXPORT pith-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/pith DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET pith)
  install(TARGETS pith RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES train/default.py train/train.py train/folds.py train/sets.txt train/requirements.txt
          DESTINATION share/pith/train) # `pith train default` looks for them at ../share from the command line
  # Units of systemd, which looks below /usr/local, too: `systemctl enable --now pith-harvest`.
  file(GLOB units CONFIGURE_DEPENDS packaging/*.service.in)
  foreach(unit IN LISTS units)
    cmake_path(GET unit STEM LAST_ONLY name)
    configure_file(${unit} ${PROJECT_BINARY_DIR}/share/${name} @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/share/${name} DESTINATION lib/systemd/system)
  endforeach()
  if(NOT CMAKE_CROSSCOMPILING) # the program says them itself
    # pith_says(<file> <folder> <argument>...): what the program prints becomes a file that is installed.
    function(pith_says file folder)
      set(output ${PROJECT_BINARY_DIR}/share/${file})
      add_custom_command(OUTPUT ${output} COMMAND pith ${ARGN} > ${output} DEPENDS pith COMMENT "Writing ${file}" VERBATIM)
      set_property(DIRECTORY APPEND PROPERTY PITH_SAID_FILES ${output})
      install(FILES ${output} DESTINATION ${folder})
    endfunction()
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/bash)
    pith_says(pith.1 ${CMAKE_INSTALL_MANDIR}/man1 manual)
    pith_says(bash/pith ${CMAKE_INSTALL_DATADIR}/bash-completion/completions completions bash)
    pith_says(_pith ${CMAKE_INSTALL_DATADIR}/zsh/site-functions completions zsh)
    pith_says(pith.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d completions fish)
    get_property(said_files DIRECTORY PROPERTY PITH_SAID_FILES)
    add_custom_target(pith_says ALL DEPENDS ${said_files})
  endif()
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pith)
install(EXPORT pith-targets NAMESPACE pith:: DESTINATION ${package_dir})
configure_package_config_file(cmake/pith-config.cmake.in ${PROJECT_BINARY_DIR}/pith-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pith-config-version.cmake COMPATIBILITY ${PITH_COMPATIBILITY})
install(FILES ${PROJECT_BINARY_DIR}/pith-config.cmake ${PROJECT_BINARY_DIR}/pith-config-version.cmake
        DESTINATION ${package_dir})

# By name, not as required packages: those pkg-config asks for even where the shared library is linked.
if(ICU_FOUND)
  string(APPEND PITH_PC_LIBS " -licuuc -licudata")
endif()
if(STEMMER_FOUND)
  string(APPEND PITH_PC_LIBS " -lstemmer")
endif()
foreach(package pith pith-methods)
  configure_file(cmake/${package}.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
