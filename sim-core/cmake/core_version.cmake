# Defines CCSIM_VERSION_SOURCE and the target `ccsim_version` that writes it at every build, so
# that the version is never older than the sources.
set(CCSIM_VERSION_SOURCE ${PROJECT_BINARY_DIR}/generated/core_version.cpp)

add_custom_target(ccsim_version
  COMMAND ${CMAKE_COMMAND}
    -D SOURCE_DIR=${PROJECT_SOURCE_DIR}
    -D OUTPUT=${CCSIM_VERSION_SOURCE}
    -D RELEASE=${PROJECT_VERSION}
    -D "FLAGS=${CCSIM_SEMANTIC_FLAGS}"
    -P ${PROJECT_SOURCE_DIR}/cmake/write_core_version.cmake
  BYPRODUCTS ${CCSIM_VERSION_SOURCE}
  COMMENT "Hashing the sources of the core"
  VERBATIM)
