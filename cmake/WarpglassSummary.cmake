# What is on, what is off, and why.
message(STATUS "Warpglass ${PROJECT_VERSION} (${CMAKE_BUILD_TYPE})")
foreach(part IN ITEMS kernels capture gui tests benchmarks)
  if(WARPGLASS_PART_${part})
    message(STATUS "  ${part}: on")
  else()
    message(STATUS "  ${part}: off (${WARPGLASS_PART_${part}_REASON})")
  endif()
endforeach()
