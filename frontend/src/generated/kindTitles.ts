/** What people call a queue, loss model or kind of traffic. Written by `./lab generate`. */
export const KIND_TITLES: Readonly<Record<string, string>> = {
  droptail: "Drop-tail",
  codel: "CoDel",
  red: "RED",
  pie: "PIE",
  fq_codel: "FQ-CoDel",
  step: "Step marking",
  dualpi2: "DualPI2",
  cobalt: "COBALT",
  policer: "Policer",
  bernoulli: "Bernoulli",
  gilbert_elliott: "Gilbert-Elliott",
  bulk: "Bulk",
  transfer: "Transfers",
  poisson_transfers: "Poisson arrivals",
  on_off: "On and off",
  rate_limited: "Limited rate",
  media: "Media frames",
  udp: "UDP",
  barrier_transfers: "Synchronised transfers",
};

/** Kinds of traffic without congestion control: the algorithm of their groups is `none`. */
export const UNCONTROLLED_TRAFFIC: readonly string[] = ["udp"];
