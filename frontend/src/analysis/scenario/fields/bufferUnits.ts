/** Base units in the shown unit of a buffer: bytes as kB, seconds as ms. */
export const BUFFER_FACTORS: Readonly<Record<string, number>> = {
  bdp: 1,
  packets: 1,
  bytes: 1e3,
  seconds: 1e-3,
};
