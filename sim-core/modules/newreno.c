/* NewReno against the ABI of docs/own-algorithms.md: RFC 5681, RFC 6582, as sim-core/src/cc does
 * it. Its series have the digests of the core's own `newreno` (tests/cli/test_sim_module.py). */
#define CCSIM_DESCRIPTION                                                                       \
  "{\"name\": \"newreno_module\", \"title\": \"NewReno (module)\","                             \
  " \"recovery\": \"prr\", \"ecn\": \"off\","                                                   \
  " \"parameters\": ["                                                                          \
  "{\"name\": \"beta_256ths\", \"description\": \"Factor on the window at a congestion event\","\
  " \"default\": 128, \"minimum\": 26, \"maximum\": 243},"                                      \
  "{\"name\": \"ecn_beta_256ths\", \"description\": \"Factor on the window after an ECN mark\","\
  " \"default\": 128, \"minimum\": 26, \"maximum\": 243}],"                                     \
  " \"series\": ["                                                                              \
  "{\"name\": \"min_rtt_s\", \"description\": \"Lowest RTT of the connection\","                \
  " \"divisor\": 1000000000},"                                                                  \
  "{\"name\": \"bandwidth_estimate_bps\", \"description\": \"Not estimated by this algorithm\"}],"\
  " \"phases\": [\"slow_start\", \"congestion_avoidance\", \"recovery\"],"                      \
  " \"reasons\": [\"start\", \"ssthresh_reached\", \"loss\", \"ecn\", \"delay\", \"rto\","      \
  " \"recovered\", \"undo\", \"idle_restart\"]}"
#include "ccsim_algorithm.h"

enum { SLOW_START, AVOIDANCE, RECOVERY };
enum { START, SSTHRESH_REACHED, LOST, ECN, DELAY, RTO, RECOVERED, UNDO, IDLE_RESTART };

static i64 beta_256ths = 128, ecn_beta_256ths = 128;
static i64 initial_window_packets;
static i64 cwnd_packets;
static i64 ssthresh_packets = CCSIM_INFINITE;
static i64 prior_cwnd_packets;  /* before the running episode, for undo */
static i64 prior_ssthresh_packets = CCSIM_INFINITE;
static i64 acked_credit_packets; /* towards the next packet of window */
static i64 min_rtt_ns = CCSIM_NONE;

static i64 least(i64 a, i64 b) { return a < b ? a : b; }
static i64 most(i64 a, i64 b) { return a > b ? a : b; }
static int in_slow_start(void) { return cwnd_packets < ssthresh_packets; }

CCSIM_EXPORT("ccsim_set_parameter") void ccsim_set_parameter(i64 index, i64 value) {
  if (index == 0) beta_256ths = value;
  if (index == 1) ecn_beta_256ths = value;
}

static i64 algorithm_start(const struct ccsim_start *start) {
  initial_window_packets = most(start->initial_window_packets, 1);
  cwnd_packets = initial_window_packets;
  ccsim_phase(SLOW_START, START);
  return cwnd_packets;
}

/* One packet for as many acked ones as the window has (RFC 5681, equation 3). */
static void grow_linearly(i64 acked_packets) {
  const i64 acks_per_packet = cwnd_packets;
  if (acked_credit_packets >= acks_per_packet) {
    acked_credit_packets = 0;
    cwnd_packets += 1;
  }
  acked_credit_packets += acked_packets;
  cwnd_packets += acked_credit_packets / acks_per_packet;
  acked_credit_packets %= acks_per_packet;
}

static void grow(i64 acked_packets) {
  if (in_slow_start()) {
    const i64 grown_packets = least(cwnd_packets + acked_packets, ssthresh_packets);
    acked_packets -= grown_packets - cwnd_packets;
    cwnd_packets = grown_packets;
    if (in_slow_start() || acked_packets == 0) return;
  }
  ccsim_phase(AVOIDANCE, SSTHRESH_REACHED);
  grow_linearly(acked_packets);
}

static i64 algorithm_ack(const struct ccsim_ack *ack) {
  min_rtt_ns = ack->min_rtt_ns;
  const int is_reducing = ack->state == CCSIM_RECOVERY || ack->state == CCSIM_CWR;
  const int advances = ack->cumulatively_acked_packets > 0 ||
                       ((ack->flags & CCSIM_ACK_REORDERS_FAR) && ack->newly_acked_packets > 0);
  if (!is_reducing && advances && (ack->flags & CCSIM_ACK_CWND_LIMITED)) {
    grow(ack->newly_acked_packets);
  }
  return cwnd_packets;
}

static i64 algorithm_congestion(const struct ccsim_congestion *congestion) {
  if (congestion->reduces_ssthresh) {
    const i64 beta = congestion->kind == CCSIM_ECN ? ecn_beta_256ths : beta_256ths;
    prior_cwnd_packets = cwnd_packets;
    prior_ssthresh_packets = ssthresh_packets;
    ssthresh_packets = most(cwnd_packets * beta / 256, 2);
  }
  acked_credit_packets = 0;
  if (congestion->kind == CCSIM_TIMEOUT) {
    cwnd_packets = most(congestion->still_in_flight_packets + 1, 1);
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
  return index == 0 && min_rtt_ns >= 0 ? min_rtt_ns : CCSIM_UNSET;
}
