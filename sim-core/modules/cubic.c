/* CUBIC (RFC 9438, Linux net/ipv4/tcp_cubic.c) with Linux's HyStart against the ABI of
 * docs/own-algorithms.md, as sim-core/src/cc does it; HyStart++ and SEARCH are left out. Its series
 * have the digests of the core's own `cubic` (tests/cli/test_sim_module.py). */
#define CCSIM_DESCRIPTION                                                                        \
  "{\"name\": \"cubic_module\", \"title\": \"CUBIC (module)\","                                  \
  " \"summary\": \"CUBIC with Linux's HyStart\", \"source\": \"RFC 9438; Linux tcp_cubic.c\","   \
  " \"recovery\": \"prr\", \"ecn\": \"off\","                                                    \
  " \"parameters\": ["                                                                           \
  "{\"name\": \"beta_1024ths\", \"description\": \"Factor on the window at a congestion event\","\
  " \"default\": 717, \"minimum\": 103, \"maximum\": 972},"                                      \
  "{\"name\": \"ecn_beta_1024ths\", \"description\": \"Factor on the window after an ECN mark\","\
  " \"default\": 717, \"minimum\": 103, \"maximum\": 972},"                                      \
  "{\"name\": \"c_1024ths\", \"description\": \"Steepness C of the cubic function\","            \
  " \"default\": 410, \"minimum\": 1, \"maximum\": 102400},"                                     \
  "{\"name\": \"jiffy_ns\", \"description\": \"Resolution of its clock; 0 means exact\","        \
  " \"default\": 4000000, \"minimum\": 0, \"maximum\": 10000000},"                               \
  "{\"name\": \"has_hystart\", \"description\": \"1: HyStart can end slow start\","              \
  " \"default\": 1, \"minimum\": 0, \"maximum\": 1},"                                            \
  "{\"name\": \"has_fast_convergence\","                                                         \
  " \"description\": \"1: reduce more if the window at a loss is lower than at the previous\","  \
  " \"default\": 1, \"minimum\": 0, \"maximum\": 1},"                                            \
  "{\"name\": \"is_friendly\", \"description\": \"1: never grow slower than Reno would\","       \
  " \"default\": 1, \"minimum\": 0, \"maximum\": 1}],"                                           \
  " \"series\": ["                                                                               \
  "{\"name\": \"min_rtt_s\", \"description\": \"Lowest RTT of the connection\","                 \
  " \"divisor\": 1000000000},"                                                                   \
  "{\"name\": \"bandwidth_estimate_bps\", \"description\": \"Not estimated by this algorithm\"},"\
  "{\"name\": \"w_max_bytes\", \"description\": \"Window at the last loss\"},"                   \
  "{\"name\": \"reno_friendly_cwnd_bytes\", \"description\": \"Window that Reno would have\"},"  \
  "{\"name\": \"k_s\", \"description\": \"Time from a reduction to the plateau\","               \
  " \"divisor\": 1024}],"                                                                        \
  " \"phases\": [\"slow_start\", \"congestion_avoidance\", \"recovery\"],"                       \
  " \"reasons\": [\"start\", \"ssthresh_reached\", \"loss\", \"ecn\", \"delay\", \"rto\","       \
  " \"recovered\", \"undo\", \"idle_restart\", \"hystart_ack_train\", \"hystart_delay\"]}"
#include "ccsim_algorithm.h"

enum { SLOW_START, AVOIDANCE, RECOVERY };
enum {
  START,
  SSTHRESH_REACHED,
  LOST,
  ECN,
  DELAY,
  RTO,
  RECOVERED,
  UNDO,
  IDLE_RESTART,
  HYSTART_ACK_TRAIN,
  HYSTART_DELAY
};
#define SECOND 1000000000LL
#define MILLISECOND 1000000LL

static i64 beta_1024ths = 717, ecn_beta_1024ths = 717, c_1024ths = 410;
static i64 jiffy_ns = 4 * MILLISECOND;
static i64 has_hystart = 1, has_fast_convergence = 1, is_friendly = 1;

static i64 packet_bytes, initial_window_packets;
static i64 cwnd_packets;
static i64 ssthresh_packets = CCSIM_INFINITE;
static i64 prior_cwnd_packets; /* before the running episode, for undo */
static i64 prior_ssthresh_packets = CCSIM_INFINITE;
static i64 acked_credit_packets; /* towards the next packet of window */
static i64 min_rtt_ns = CCSIM_NONE;

static i64 w_max_packets; /* window at the last event; 0: none since the start */
static i64 delay_min_ns;  /* 0: no sample since the start or the last timeout */
static i64 acks_per_increment;
static i64 friendly_cwnd_packets, friendly_acked_packets; /* W_est: what Reno would have */
static i64 last_cwnd_packets, last_growth_ns;             /* of the last computed growth */
static i64 last_next_sequence;

static i64 least(i64 a, i64 b) { return a < b ? a : b; }
static i64 most(i64 a, i64 b) { return a > b ? a : b; }
static int in_slow_start(void) { return cwnd_packets < ssthresh_packets; }

CCSIM_EXPORT("ccsim_set_parameter") void ccsim_set_parameter(i64 index, i64 value) {
  if (index == 0) beta_1024ths = value;
  if (index == 1) ecn_beta_1024ths = value;
  if (index == 2) c_1024ths = value;
  if (index == 3) jiffy_ns = most(value, 1);
  if (index == 4) has_hystart = value;
  if (index == 5) has_fast_convergence = value;
  if (index == 6) is_friendly = value;
}

/* The kernel's coarse clock. */
static i64 jiffies(i64 now_ns) { return now_ns - now_ns % jiffy_ns; }

/* ---- HyStart (hystart_update()) -------------------------------------------------------------- */

static int has_found_exit;
static i64 round_start_ns, last_ack_ns, round_end_sequence, round_rtt_ns, sample_count;

static void restart_round(i64 now_ns, i64 next_sequence) {
  round_start_ns = last_ack_ns = now_ns;
  round_end_sequence = next_sequence;
  round_rtt_ns = CCSIM_NONE;
  sample_count = 0;
}

/* hystart_ack_delay(): four bursts of the largest size at the rate of slow start, at most 1 ms. */
static i64 ack_delay_ns(i64 srtt_ns) {
  if (srtt_ns <= 0) return 0;
  const i64 bytes_per_s = ccsim_mul_div(2 * cwnd_packets * packet_bytes, SECOND, srtt_ns);
  if (bytes_per_s <= 0) return 0;
  return least(ccsim_mul_div(4 * 65536, SECOND, bytes_per_s), MILLISECOND);
}

/* A train of closely spaced ACKs that is as long as the path. */
static int is_ack_train(const struct ccsim_ack *ack) {
  if (ack->now_ns - last_ack_ns > 2 * MILLISECOND) return 0;
  last_ack_ns = ack->now_ns;
  i64 threshold_ns = delay_min_ns + ack_delay_ns(ack->srtt_ns);
  if (!(ack->flags & CCSIM_ACK_PACED)) threshold_ns /= 2;
  return ack->now_ns - round_start_ns > threshold_ns;
}

static int is_delay_rising(i64 rtt_ns) {
  round_rtt_ns = round_rtt_ns == CCSIM_NONE ? rtt_ns : least(round_rtt_ns, rtt_ns);
  if (sample_count < 8) {
    sample_count += 1;
    return 0;
  }
  return round_rtt_ns >
         delay_min_ns + least(most(delay_min_ns / 8, 4 * MILLISECOND), 16 * MILLISECOND);
}

static void watch_slow_start(const struct ccsim_ack *ack) {
  if (!in_slow_start() || has_found_exit) return;
  if (ack->una_sequence > round_end_sequence) restart_round(ack->now_ns, ack->next_sequence);
  if (cwnd_packets < 16) return;
  const int is_train = is_ack_train(ack), is_rising = is_delay_rising(ack->rtt_ns);
  has_found_exit = is_train || is_rising;
  if (!has_found_exit) return;
  ssthresh_packets = cwnd_packets;
  ccsim_phase(AVOIDANCE, is_train ? HYSTART_ACK_TRAIN : HYSTART_DELAY);
}

/* ---- The window function W(t) = C (t - K)^3 + W_max, with time in 1/1024 s -------------------- */

static int has_epoch;
static i64 epoch_begin_ns, k_ticks, origin_packets;

/* Largest r with r^3 <= value, digit by digit in base 8. */
static i64 cube_root(u64 value) {
  u64 root = 0;
  for (int shift = 63; shift >= 0; shift -= 3) {
    root *= 2;
    const u64 step = 3 * root * (root + 1) + 1;
    if ((value >> shift) >= step) {
      value -= step << shift;
      root += 1;
    }
  }
  return (i64)root;
}

static void begin_epoch(i64 now_ns, i64 acked_packets) {
  has_epoch = 1;
  epoch_begin_ns = now_ns;
  origin_packets = most(cwnd_packets, w_max_packets);
  k_ticks = cube_root((1ULL << 40) / (u64)c_1024ths * (u64)(origin_packets - cwnd_packets));
  friendly_acked_packets = acked_packets;
  friendly_cwnd_packets = cwnd_packets;
}

static i64 window_at(i64 now_ns) {
  const i64 ticks = ccsim_mul_div(most(now_ns - epoch_begin_ns, 0), 1024, SECOND);
  const u64 offset = (u64)(ticks < k_ticks ? k_ticks - ticks : ticks - k_ticks);
  const struct ccsim_wide cube = ccsim_multiply((u64)c_1024ths * offset, offset * offset);
  const i64 distance_packets = (i64)(cube.high << 24 | cube.low >> 40);
  return ticks < k_ticks ? origin_packets - distance_packets : origin_packets + distance_packets;
}

/* Aims at the window of one minimum RTT ahead (RFC 9438 4.4). */
static void update_growth(i64 now_ns) {
  const i64 target_packets = window_at(now_ns + jiffies(delay_min_ns + jiffy_ns - 1));
  acks_per_increment = target_packets > cwnd_packets
                           ? cwnd_packets / (target_packets - cwnd_packets)
                           : 100 * cwnd_packets;
  if (w_max_packets == 0) acks_per_increment = least(acks_per_increment, 20);
}

/* Never slower than Reno with CUBIC's beta would be (RFC 9438 4.3). */
static void be_friendly(void) {
  const i64 acks_per_packet_eighths = 8 * (1024 + beta_1024ths) / 3 / (1024 - beta_1024ths);
  const i64 round_packets = most(cwnd_packets * acks_per_packet_eighths / 8, 1);
  if (friendly_acked_packets > round_packets) {
    const i64 steps = (friendly_acked_packets - 1) / round_packets;
    friendly_acked_packets -= steps * round_packets;
    friendly_cwnd_packets += steps;
  }
  if (friendly_cwnd_packets > cwnd_packets) {
    acks_per_increment =
        least(acks_per_increment, cwnd_packets / (friendly_cwnd_packets - cwnd_packets));
  }
}

/* bictcp_update(): how many packets must be acked for one more packet of window. */
static i64 acks_for_a_packet(i64 exact_now_ns, i64 acked_packets) {
  const i64 now_ns = jiffies(exact_now_ns);
  friendly_acked_packets += acked_packets;
  if (last_cwnd_packets == cwnd_packets &&
      now_ns - last_growth_ns <= SECOND / jiffy_ns / 32 * jiffy_ns) {
    return acks_per_increment;
  }
  if (!has_epoch || now_ns != last_growth_ns) {
    last_cwnd_packets = cwnd_packets;
    last_growth_ns = now_ns;
    if (!has_epoch) begin_epoch(now_ns, acked_packets);
    update_growth(now_ns);
  }
  if (is_friendly) be_friendly();
  acks_per_increment = most(acks_per_increment, 2);
  return acks_per_increment;
}

/* ---- Events ----------------------------------------------------------------------------------- */

static i64 algorithm_start(const struct ccsim_start *start) {
  packet_bytes = start->packet_bytes;
  initial_window_packets = most(start->initial_window_packets, 1);
  cwnd_packets = initial_window_packets;
  restart_round(start->now_ns, 0);
  ccsim_phase(SLOW_START, START);
  return cwnd_packets;
}

/* CA_EVENT_TX_START: the epoch is moved by the time without data. */
CCSIM_EXPORT("ccsim_on_restart")
i64 ccsim_on_restart(i64 now_ns, i64 last_sent_ns, i64 was_app_limited) {
  (void)was_app_limited;
  const i64 sent_ns = jiffies(now_ns), before_ns = jiffies(most(last_sent_ns, 0));
  if (has_epoch && sent_ns > before_ns) {
    epoch_begin_ns = least(epoch_begin_ns + sent_ns - before_ns, sent_ns);
  }
  return cwnd_packets;
}

/* cubictcp_acked(): samples of the second after a reduction still show the old queue. */
static void take_sample(const struct ccsim_ack *ack) {
  last_next_sequence = ack->next_sequence;
  if (ack->rtt_ns < 0) return;
  if (has_epoch && jiffies(ack->now_ns) - epoch_begin_ns < SECOND) return;
  const i64 delay_ns = most(ack->rtt_ns, 1);
  delay_min_ns = delay_min_ns == 0 ? delay_ns : least(delay_min_ns, delay_ns);
  if (has_hystart) watch_slow_start(ack);
}

static void grow(const struct ccsim_ack *ack) {
  i64 acked_packets = ack->newly_acked_packets;
  if (in_slow_start()) {
    const i64 grown_packets = least(cwnd_packets + acked_packets, ssthresh_packets);
    acked_packets -= grown_packets - cwnd_packets;
    cwnd_packets = grown_packets;
    if (in_slow_start() || acked_packets == 0) return;
  }
  ccsim_phase(AVOIDANCE, SSTHRESH_REACHED);
  const i64 acks_per_packet = acks_for_a_packet(ack->now_ns, acked_packets);
  if (acked_credit_packets >= acks_per_packet) {
    acked_credit_packets = 0;
    cwnd_packets += 1;
  }
  acked_credit_packets += acked_packets;
  cwnd_packets += acked_credit_packets / acks_per_packet;
  acked_credit_packets %= acks_per_packet;
}

static i64 algorithm_ack(const struct ccsim_ack *ack) {
  min_rtt_ns = ack->min_rtt_ns;
  take_sample(ack);
  const int is_reducing = ack->state == CCSIM_RECOVERY || ack->state == CCSIM_CWR;
  const int advances = ack->cumulatively_acked_packets > 0 ||
                       ((ack->flags & CCSIM_ACK_REORDERS_FAR) && ack->newly_acked_packets > 0);
  if (!is_reducing && advances && (ack->flags & CCSIM_ACK_CWND_LIMITED)) grow(ack);
  return cwnd_packets;
}

/* bictcp_reset(): unlike RFC 9438 4.8, Linux forgets W_max on a timeout. */
static void forget(i64 now_ns) {
  has_epoch = 0;
  w_max_packets = delay_min_ns = acks_per_increment = 0;
  friendly_cwnd_packets = friendly_acked_packets = 0;
  last_cwnd_packets = last_growth_ns = 0;
  has_found_exit = 0;
  restart_round(now_ns, last_next_sequence);
}

/* cubictcp_recalc_ssthresh(); fast convergence of RFC 9438 4.7. */
static void reduce(i64 beta) {
  prior_cwnd_packets = cwnd_packets;
  prior_ssthresh_packets = ssthresh_packets;
  has_epoch = 0;
  w_max_packets = cwnd_packets < w_max_packets && has_fast_convergence
                      ? cwnd_packets * (1024 + beta) / 2048
                      : cwnd_packets;
  ssthresh_packets = most(cwnd_packets * beta / 1024, 2);
}

static i64 algorithm_congestion(const struct ccsim_congestion *congestion) {
  if (congestion->reduces_ssthresh) {
    reduce(congestion->kind == CCSIM_ECN ? ecn_beta_1024ths : beta_1024ths);
  }
  acked_credit_packets = 0;
  if (congestion->kind == CCSIM_TIMEOUT) {
    cwnd_packets = most(congestion->still_in_flight_packets + 1, 1);
    forget(congestion->now_ns);
    ccsim_phase(SLOW_START, RTO);
    return cwnd_packets;
  }
  cwnd_packets = ssthresh_packets;
  ccsim_phase(RECOVERY, congestion->kind == CCSIM_ECN         ? ECN
                        : congestion->kind == CCSIM_REQUESTED ? DELAY
                                                              : LOST);
  return cwnd_packets;
}

CCSIM_EXPORT("ccsim_on_recovery_exit")
i64 ccsim_on_recovery_exit(i64 now_ns, i64 left_state, i64 in_flight_packets) {
  (void)now_ns, (void)in_flight_packets;
  if (left_state != CCSIM_LOSS) ccsim_phase(in_slow_start() ? SLOW_START : AVOIDANCE, RECOVERED);
  return cwnd_packets;
}

CCSIM_EXPORT("ccsim_on_undo") i64 ccsim_on_undo(i64 now_ns, i64 in_flight_packets) {
  (void)now_ns, (void)in_flight_packets;
  cwnd_packets = most(cwnd_packets, prior_cwnd_packets);
  ssthresh_packets = most(ssthresh_packets, prior_ssthresh_packets);
  ccsim_phase(in_slow_start() ? SLOW_START : AVOIDANCE, UNDO);
  return cwnd_packets;
}

/* RFC 5681 4.1: half of the window for each timeout of the pause (RFC 2861 3.1). */
CCSIM_EXPORT("ccsim_on_idle_restart") i64 ccsim_on_idle_restart(i64 now_ns, i64 timeout_count) {
  (void)now_ns;
  const i64 restart_packets = least(cwnd_packets, initial_window_packets);
  ssthresh_packets = most(ssthresh_packets, cwnd_packets / 2 + cwnd_packets / 4);
  for (i64 i = 0; i < timeout_count && cwnd_packets > restart_packets; ++i) cwnd_packets /= 2;
  cwnd_packets = most(cwnd_packets, restart_packets);
  if (in_slow_start()) ccsim_phase(SLOW_START, IDLE_RESTART);
  return cwnd_packets;
}

CCSIM_EXPORT("ccsim_ssthresh_packets") i64 ccsim_ssthresh_packets(void) {
  return ssthresh_packets;
}

CCSIM_EXPORT("ccsim_series") i64 ccsim_series(i64 index) {
  if (index == 0 && min_rtt_ns >= 0) return min_rtt_ns;
  if (index == 2 && w_max_packets > 0) return w_max_packets * packet_bytes;
  if (index == 3 && has_epoch) return friendly_cwnd_packets * packet_bytes;
  if (index == 4 && has_epoch) return k_ticks;
  return CCSIM_UNSET;
}
