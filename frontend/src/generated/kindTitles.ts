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

/** Kinds of traffic with a connection for each transfer. */
export const MANY_CONNECTIONS_TRAFFIC: readonly string[] = ["poisson_transfers"];

/** What a link has, and what a flow sends, unless it says otherwise. */
export const USUAL_QUEUE = "droptail";
export const USUAL_TRAFFIC = "bulk";

/** What most senders on the Internet run: the algorithm of a flow for which none is given. */
export const USUAL_ALGORITHM = "cubic";

/** What a phase does to the rate or window, as the core declares it. */
export type PhaseEffect = "steady" | "start_up" | "raises" | "lowers" | "pauses";

/** By phase, whichever of the core's algorithms has it: all agree. */
export const PHASE_EFFECTS: Readonly<Record<string, PhaseEffect | undefined>> = {
  slow_start: "start_up",
  congestion_avoidance: "steady",
  recovery: "lowers",
  search_drain: "lowers",
  css: "start_up",
  startup: "start_up",
  drain: "lowers",
  probe_bw_up: "raises",
  probe_bw_down: "lowers",
  probe_bw_cruise: "steady",
  probe_bw_policed: "steady",
  probe_rtt: "pauses",
  probe_bw_refill: "raises",
  default_mode: "steady",
  competitive_mode: "steady",
  slowdown: "pauses",
  starting: "start_up",
  probing: "steady",
  moving: "steady",
  probe_bw_pre_up: "raises",
  probe_bw_guard: "steady",
  probe_bw_post_up: "steady",
  probe_bw_down_slightly: "lowers",
};

/** What Linux calls an algorithm, where the lab has another name for exactly that one. */
export const LINUX_NAMES: Readonly<Record<string, string>> = {"reno": "newreno", "bbr": "bbr1"};

/** By loss model: the reason of its losses in a result. */
export const LOSS_REASONS: Readonly<Record<string, string | undefined>> = {
  bernoulli: "random",
  gilbert_elliott: "burst",
};

/** Why packets are lost or marked, in words. */
export const REASON_WORDS: Readonly<Record<string, string | undefined>> = {
  buffer_full: "buffer full",
  early: "early, with a probability",
  delay: "had waited too long",
  step: "above a threshold",
  flow_overflow: "buffer full, from its longest queue",
  blue: "BLUE, after overflows",
  policer: "policer, no tokens",
  random: "at random",
  burst: "in a burst",
  outage: "outage",
  ack_filter: "replaced by a newer ACK",
};
