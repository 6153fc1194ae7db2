// What the core computes, by name. core_version() changes with every edit of the sources, even of
// a comment; the name here changes only when a number does.
#pragma once

namespace ccsim {

// Raise it by one with every change that alters a number, name or time of any run, and let
// `./lab behaviour --write` note the new fingerprints in sim-core/behaviour.json: what is stored
// of another behaviour is computed again. A test refuses one without the other.
inline constexpr int kBehaviourVersion = 10;

}  // namespace ccsim
