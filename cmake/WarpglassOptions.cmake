# What every target is compiled with, and the switches a user may set.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)  # the capture library is a shared object made of our static ones
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

option(WARPGLASS_WERROR "Warnings are errors (CI sets this)" OFF)
option(WARPGLASS_BUILD_TESTS "Build the test suite" ON)
option(WARPGLASS_BUILD_FUZZERS "Build libFuzzer targets (clang only)" OFF)
set(WARPGLASS_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize= (address,undefined or thread)")
set(WARPGLASS_TEST_TIMEOUT 300)  # seconds

add_library(warpglass_flags INTERFACE)
target_include_directories(warpglass_flags INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
target_compile_options(warpglass_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns of overlapping copies in std::string's own operator+ (GCC bug 105651).
  target_compile_options(warpglass_flags INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # `#pragma GCC ivdep` is only a hint.
  target_compile_options(warpglass_flags INTERFACE -Wno-unknown-pragmas)
endif()
if(WARPGLASS_WERROR)
  target_compile_options(warpglass_flags INTERFACE -Werror)
endif()
if(WARPGLASS_SANITIZE)
  # Undefined behaviour ends the program: otherwise it is only printed, and the test passes.
  target_compile_options(warpglass_flags INTERFACE -fsanitize=${WARPGLASS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # Accesses behind a vector's end but inside its capacity, which AddressSanitizer does not see.
  target_compile_definitions(warpglass_flags INTERFACE _GLIBCXX_ASSERTIONS)
  # Compiles twice as fast as with -O2 -g, and still says the lines.
  target_compile_options(warpglass_flags INTERFACE -O1 -g1)
  set(WARPGLASS_TEST_TIMEOUT 1800)
  target_link_options(warpglass_flags INTERFACE -fsanitize=${WARPGLASS_SANITIZE})
endif()
if(WARPGLASS_BUILD_FUZZERS)
  target_compile_options(warpglass_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# warpglass_uses_regex(sources…): GCC 12 takes a member of std::regex for uninitialised under sanitizers (GCC bug 105562).
function(warpglass_uses_regex)
  if(WARPGLASS_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -Wno-maybe-uninitialized)
  endif()
endfunction()

find_program(WARPGLASS_CCACHE ccache)
if(WARPGLASS_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${WARPGLASS_CCACHE})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${WARPGLASS_CCACHE})
endif()
