# Our code and the libraries under it as static ones, with fmt from its headers (Debian has no static fmt), and all
# symbols hidden: what goes into other people's processes must neither need nor replace anything there.
find_path(GELF_INCLUDE gelf.h REQUIRED)
set(isa ${PROJECT_SOURCE_DIR}/isa)
set(container ${PROJECT_SOURCE_DIR}/traces/container)
add_library(warpglass_capture_static STATIC
  allocations.cpp capsule_name.cpp constant_bank.cpp log.cpp module_images.cpp module_variables.cpp parameters.cpp request.cpp selection.cpp
  ${PROJECT_SOURCE_DIR}/base/file.cpp
  ${PROJECT_SOURCE_DIR}/traces/capsule_format.cpp ${PROJECT_SOURCE_DIR}/traces/capsule_reader.cpp
  ${PROJECT_SOURCE_DIR}/traces/capsule_writer.cpp ${container}/blobs.cpp ${container}/database.cpp
  ${isa}/cubin.cpp ${isa}/cubin_info.cpp elf_file_plain.cpp ${isa}/nvdisasm.cpp)
find_library(SQLITE3_STATIC libsqlite3.a REQUIRED)
find_library(ZSTD_STATIC libzstd.a REQUIRED)
target_compile_options(warpglass_capture_static PUBLIC -fvisibility=hidden -fvisibility-inlines-hidden)
target_include_directories(warpglass_capture_static SYSTEM PUBLIC ${XXHASH_INCLUDE_DIR} ${Boost_INCLUDE_DIRS})
target_link_libraries(warpglass_capture_static PUBLIC warpglass_flags fmt::fmt-header-only nlohmann_json::nlohmann_json
  ${SQLITE3_STATIC} ${ZSTD_STATIC} Threads::Threads ${CMAKE_DL_LIBS})
