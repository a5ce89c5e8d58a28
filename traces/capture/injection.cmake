# libwarpglass-capture.so. Headers of CUDA and CUPTI come from the toolkit, which is found where it is installed.
set(WARPGLASS_PART_capture FALSE)
set(toolkit_roots ENV CUDA_HOME ENV CUDA_PATH)
set(project_toolkit ${PROJECT_SOURCE_DIR}/.tools/nvidia/cu13)  # where scripts/setup puts it
set(include_suffixes include extras/CUPTI/include targets/x86_64-linux/include)
find_path(WARPGLASS_CUPTI_INCLUDE cupti.h HINTS ${toolkit_roots} PATHS /usr/local/cuda ${project_toolkit} PATH_SUFFIXES ${include_suffixes})
find_path(WARPGLASS_CUDA_INCLUDE cuda.h HINTS ${WARPGLASS_CUPTI_INCLUDE} ${toolkit_roots} PATHS /usr/local/cuda ${project_toolkit}
  PATH_SUFFIXES ${include_suffixes})
find_program(WARPGLASS_NVCC nvcc HINTS ${toolkit_roots} PATHS /usr/local/cuda ${project_toolkit} PATH_SUFFIXES bin)
if(NOT WARPGLASS_CUPTI_INCLUDE OR NOT WARPGLASS_CUDA_INCLUDE)
  set(WARPGLASS_PART_capture_REASON "cupti.h or cuda.h not found: install the CUDA toolkit or set CUDA_HOME")
  return()
endif()
if(NOT WARPGLASS_NVCC)
  set(WARPGLASS_PART_capture_REASON "nvcc not found: install the CUDA toolkit or set CUDA_HOME")
  return()
endif()

set(probe_image ${CMAKE_CURRENT_BINARY_DIR}/preset_probe.fatbin)
set(probe_header ${PROJECT_BINARY_DIR}/generated/traces/capture/preset_probe_image.h)
add_custom_command(
  OUTPUT ${probe_header}
  COMMAND ${WARPGLASS_NVCC} -fatbin -gencode arch=compute_80,code=compute_80 -gencode arch=compute_90,code=sm_90
          -o ${probe_image} ${CMAKE_CURRENT_SOURCE_DIR}/preset_probe.cu
  COMMAND ${CMAKE_COMMAND} -DINPUT=${probe_image} -DOUTPUT=${probe_header} -DNAME=kPresetProbeImage
          -P ${CMAKE_CURRENT_SOURCE_DIR}/embed.cmake
  DEPENDS preset_probe.cu embed.cmake
  COMMENT "Compiling the probe of constant bank 0"
  VERBATIM)

set(exports ${CMAKE_CURRENT_SOURCE_DIR}/exports.map)
add_library(warpglass-capture-library MODULE
  allocation_calls.cpp cupti_library.cpp device_facts.cpp driver.cpp injection.cpp kernel_handle.cpp launch_call.cpp
  module_memory.cpp preset_probe.cpp recording.cpp snapshot.cpp ${probe_header})
set_target_properties(warpglass-capture-library PROPERTIES OUTPUT_NAME warpglass-capture LINK_DEPENDS ${exports})
target_include_directories(warpglass-capture-library SYSTEM PRIVATE ${WARPGLASS_CUPTI_INCLUDE} ${WARPGLASS_CUDA_INCLUDE})
target_link_libraries(warpglass-capture-library PRIVATE warpglass_capture_static)
target_link_options(warpglass-capture-library PRIVATE -static-libstdc++ -static-libgcc -Wl,--version-script=${exports}
  -Wl,--exclude-libs,ALL -Wl,--gc-sections -Wl,-Bsymbolic -Wl,--no-undefined)
set(WARPGLASS_PART_capture TRUE)
