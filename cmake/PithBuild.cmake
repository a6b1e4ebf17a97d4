# Settings and helpers shared by all targets.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# build/<preset>/pith and build/<preset>/libpith.*: where the contract of the Makefile says.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(PITH_CCACHE ccache)
if(PITH_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${PITH_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${PITH_CCACHE})
endif()

if(PITH_SANITIZE)
  add_compile_options(-fsanitize=${PITH_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PITH_SANITIZE})
endif()

# Versions that programs built against one of them go on working with (pith.h): those of a major version, before 1.0 of a
# minor one. The name of the shared library holds it, and find_package(pith 1.2) asks by it.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(PITH_ABI_VERSION 0.${PROJECT_VERSION_MINOR})
  set(PITH_COMPATIBILITY SameMinorVersion)
else()
  set(PITH_ABI_VERSION ${PROJECT_VERSION_MAJOR})
  set(PITH_COMPATIBILITY SameMajorVersion)
endif()

set(PITH_GENERATED_DIR ${PROJECT_BINARY_DIR}/generated)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# pith_sources(<out> <top> <folder>...): all .cpp files of src/<folder>, and of src/ itself when <top>
# is "src". Folders may be empty or missing. Files that need an instruction set beyond plain x86-64 say
# so in their name; whoever calls them checks the processor first.
function(pith_sources out top)
  set(patterns "")
  if(top STREQUAL "src")
    list(APPEND patterns ${PROJECT_SOURCE_DIR}/src/*.cpp)
  endif()
  foreach(folder IN LISTS ARGN)
    list(APPEND patterns ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp)
  endforeach()
  file(GLOB files CONFIGURE_DEPENDS ${patterns})
  # gcc 12 takes the undefined sources of its own intrinsics for mistakes (gcc bug 105593).
  set(avx512_warnings $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    foreach(file IN LISTS files)
      if(file MATCHES "_avx2\\.cpp$")
        set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "-mavx2;-mbmi;-mbmi2;-mlzcnt;-mpopcnt")
      elseif(file MATCHES "_avx512\\.cpp$")
        set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS
          "-mavx512f;-mavx512bw;-mavx512dq;-mavx512cd;-mbmi;-mbmi2;-mlzcnt;-mpopcnt;${avx512_warnings}")
      elseif(file MATCHES "_sse42\\.cpp$")
        set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "-msse4.2;-mpopcnt")
      endif()
    endforeach()
  endif()
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# pith_target(<target>): warnings.
function(pith_target target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wshadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # gcc 12 finds these in inlined std::string and simdjson code where there is nothing (gcc bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-dangling-pointer)
  endif()
  if(PITH_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# pith_generate(OUT <header> SCRIPT <script> [ARGS <argument>...] [DEPENDS <file>...]): a table that a
# script makes at build time. OUT is relative to the include path of generated files ("text/big5.hpp" is
# included as "text/big5.hpp"), SCRIPT and DEPENDS to the source folder. Runs
# `python3 SCRIPT ARGS... <full path of OUT>`; the standard library must do.
# To be called from src/<folder>/generate.cmake, which is read when it is there.
function(pith_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUT;SCRIPT" "ARGS;DEPENDS")
  set(output ${PITH_GENERATED_DIR}/${arg_OUT})
  list(TRANSFORM arg_DEPENDS PREPEND ${PROJECT_SOURCE_DIR}/)
  cmake_path(GET output PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/${arg_SCRIPT} ${arg_ARGS} ${output}
    DEPENDS ${PROJECT_SOURCE_DIR}/${arg_SCRIPT} ${arg_DEPENDS}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMENT "Generating ${arg_OUT}"
    VERBATIM)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY PITH_GENERATED_FILES ${output})
endfunction()

# pith_knowledge(<folder> <list>...): data/<list>.tsv as arrays of C++, <folder>/<list>.inc (data/README.md).
function(pith_knowledge folder)
  foreach(list IN LISTS ARGN)
    pith_generate(OUT ${folder}/${list}.inc SCRIPT scripts/knowledge.py ARGS ${list} DEPENDS data/${list}.tsv)
  endforeach()
endfunction()

# pith_generated_tables(<target> <folder>...): reads src/<folder>/generate.cmake of each folder and makes
# the target wait for what these generate.
function(pith_generated_tables target)
  foreach(folder IN LISTS ARGN)
    include(${PROJECT_SOURCE_DIR}/src/${folder}/generate.cmake OPTIONAL)
  endforeach()
  get_property(files DIRECTORY ${PROJECT_SOURCE_DIR} PROPERTY PITH_GENERATED_FILES)
  target_sources(${target} PRIVATE ${files})
  add_custom_target(pith_tables DEPENDS ${files})
  add_dependencies(${target} pith_tables)
endfunction()

# pith_libraries(<name> <public> <objects>): <name>_shared and <name>_static of an object library; to programs here and of
# the installed package they are pith::<public> and pith::<public>_static.
function(pith_libraries name public objects)
  foreach(kind static shared)
    string(TOUPPER ${kind} KIND)
    set(target ${name}_${kind})
    set(public_name ${public}_static)
    if(kind STREQUAL "shared")
      set(public_name ${public})
    endif()
    add_library(${target} ${KIND} $<TARGET_OBJECTS:${objects}>)
    add_library(pith::${public_name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} EXPORT_NAME ${public_name} LINKER_LANGUAGE CXX)
    target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                   $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_compile_features(${target} INTERFACE cxx_std_20) # the public headers are C++20
  endforeach()
  set_target_properties(${name}_shared PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PITH_ABI_VERSION})
  if(NOT PITH_SANITIZE) # whose functions are in the program
    target_link_options(${name}_shared PRIVATE LINKER:--no-undefined)
  endif()
endfunction()

# pith_find_optional(<ICU|STEMMER|CURL|XSLT> <found> <package>): looks for a library as PITH_WITH_<name> says, and tells.
macro(pith_find_optional name found package)
  if(NOT PITH_WITH_${name} MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "PITH_WITH_${name} is AUTO, ON or OFF, not `${PITH_WITH_${name}}`")
  endif()
  set(${found} FALSE)
  if(PITH_WITH_${name} STREQUAL "OFF")
    message(STATUS "${name}: not wanted (PITH_WITH_${name}=OFF)")
  else()
    if("${name}" STREQUAL "ICU")
      find_package(ICU QUIET COMPONENTS uc)
    elseif("${name}" STREQUAL "CURL")
      find_package(CURL QUIET)
    elseif("${name}" STREQUAL "XSLT")
      find_package(LibXml2 QUIET)
      find_package(LibXslt QUIET)
    else()
      find_path(${name}_INCLUDE_DIR libstemmer.h)
      find_library(${name}_LIBRARY stemmer)
      if(${name}_INCLUDE_DIR AND ${name}_LIBRARY)
        set(${found} TRUE)
      endif()
    endif()
    if(${found})
      message(STATUS "${name}: found")
    elseif(PITH_WITH_${name} STREQUAL "ON")
      message(FATAL_ERROR "PITH_WITH_${name} is ON, but the library is not there: install ${package}, or say AUTO or OFF")
    else()
      message(STATUS "${name}: not found, pith is built without it (${package})")
    endif()
  endif()
endmacro()
