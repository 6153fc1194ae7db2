// Logarithm, exponential and power from additions, multiplications and divisions alone, which give
// the same bits on every machine; those of libm differ by system. Error below 1e-14 of the value in
// the range that the core uses.
#pragma once

#include <cmath>

namespace ccsim {

inline constexpr double kLn2 = 0.693147180559945309417232121458;

// Natural logarithm of a positive, finite number: ln(m 2^e) = e ln 2 + 2 artanh((m - 1) / (m + 1))
// with m in [1/sqrt 2, sqrt 2), where the series of artanh ends soon.
[[nodiscard]] inline double exact_ln(double value) {
  constexpr double kRootHalf = 0.70710678118654752440;
  constexpr int kTerms = 13;
  int exponent = 0;
  double mantissa = std::frexp(value, &exponent);
  if (mantissa < kRootHalf) {
    mantissa *= 2;
    --exponent;
  }
  const double ratio = (mantissa - 1) / (mantissa + 1);
  const double square = ratio * ratio;
  double sum = 0;
  for (int term = kTerms - 1; term >= 0; --term) {
    sum = sum * square + 1.0 / static_cast<double>(2 * term + 1);
  }
  return static_cast<double>(exponent) * kLn2 + 2 * ratio * sum;
}

// e^value: 2^k e^r with |r| at most half of ln 2, by the series of e^r.
[[nodiscard]] inline double exact_exp(double value) {
  constexpr int kTerms = 18;
  const double halvings = std::floor(value / kLn2 + 0.5);
  const double rest = value - halvings * kLn2;
  double sum = 1;
  for (int term = kTerms; term >= 1; --term) sum = 1 + sum * rest / static_cast<double>(term);
  return std::ldexp(sum, static_cast<int>(halvings));
}

// base^exponent of a positive base.
[[nodiscard]] inline double exact_pow(double base, double exponent) {
  return exact_exp(exponent * exact_ln(base));
}

}  // namespace ccsim
