/* Write a congestion control algorithm for FaiRTT Lab in C: docs/own-algorithms.md.
 *
 * Include this in one file, define the functions `algorithm_...` that are declared below, and
 * CCSIM_DESCRIPTION. Every connection has an instance of the module to itself: state goes into
 * static variables. All numbers are 64-bit integers, times are nanoseconds; -1 is a time that there
 * is none of. Windows count full-sized packets, rates are bits per second on the wire.
 */
#ifndef CCSIM_ALGORITHM_H
#define CCSIM_ALGORITHM_H

typedef long long i64;
typedef unsigned long long u64;
#define CCSIM_NONE (-1)                          /* a time that there is none of */
#define CCSIM_UNSET (-9223372036854775807LL - 1) /* a series that is not set now */
#define CCSIM_INFINITE 9223372036854775807LL     /* a slow-start threshold that is not set */

#define CCSIM_EXPORT(name) __attribute__((export_name(name)))
#define CCSIM_IMPORT(name) __attribute__((import_module("ccsim"), import_name(name)))

/* What a module may ask of the lab while one of its functions runs. */
CCSIM_IMPORT("phase") void ccsim_phase(i64 phase, i64 reason); /* places in the declared lists */
CCSIM_IMPORT("random") i64 ccsim_random(void);                 /* 64 random bits, from the seed */

enum ccsim_state { CCSIM_OPEN, CCSIM_DISORDER, CCSIM_CWR, CCSIM_RECOVERY, CCSIM_LOSS };
enum ccsim_congestion_kind { CCSIM_FAST_RECOVERY, CCSIM_TIMEOUT, CCSIM_ECN, CCSIM_REQUESTED };

struct ccsim_start {
  i64 now_ns, packet_bytes, header_bytes, initial_window_packets, handshake_rtt_ns;
};

/* The sample_... are the delivery-rate sample of the ACK. */
struct ccsim_ack {
  i64 now_ns, rtt_ns, srtt_ns, min_rtt_ns;
  i64 newly_acked_packets, newly_lost_packets, cumulatively_acked_packets;
  i64 in_flight_packets, prior_in_flight_packets, delivered_packets, lost_packets;
  i64 una_sequence, next_sequence;
  i64 state; /* enum ccsim_state */
  i64 flags; /* CCSIM_ACK_... */
  i64 sample_delivered_packets, sample_interval_ns, sample_prior_delivered_packets;
  i64 sample_lost_packets, sample_tx_in_flight_packets;
  i64 delivered_ce_packets, sample_ce_packets;
  i64 next_departure_ns, send_quantum_packets;
};
enum {
  CCSIM_ACK_ECN_ECHO = 1,
  CCSIM_ACK_CWND_LIMITED = 2,
  CCSIM_ACK_PACED = 4,
  CCSIM_ACK_REORDERS_FAR = 8,
  CCSIM_ACK_APP_LIMITED = 16,
  CCSIM_ACK_DELAYED = 32
};

struct ccsim_congestion {
  i64 now_ns;
  i64 kind; /* enum ccsim_congestion_kind */
  i64 reduces_ssthresh;
  i64 in_flight_packets, still_in_flight_packets, newly_acked_packets;
  i64 is_cwnd_limited;
  i64 delivered_packets, delivered_ce_packets, una_sequence, next_sequence;
};

/* A product of two numbers of 64 bits. */
struct ccsim_wide {
  u64 high, low;
};
__attribute__((unused)) static struct ccsim_wide ccsim_multiply(u64 a, u64 b) {
  const u64 a_low = (unsigned)a, a_high = a >> 32, b_low = (unsigned)b, b_high = b >> 32;
  const u64 lowest = a_low * b_low;
  const u64 middle = a_high * b_low + (lowest >> 32);
  const u64 crossed = a_low * b_high + (unsigned)middle;
  const struct ccsim_wide product = {a_high * b_high + (middle >> 32) + (crossed >> 32),
                                     crossed << 32 | (unsigned)lowest};
  return product;
}

/* `dividend` by `divisor` rounded down; the remainder goes to `rest`. The high half must be below
 * the divisor, so that the result has 64 bits. */
__attribute__((unused)) static u64 ccsim_divide(struct ccsim_wide dividend, u64 divisor,
                                                u64* rest) {
  if (dividend.high == 0) {
    *rest = dividend.low % divisor;
    return dividend.low / divisor;
  }
  u64 quotient = 0, high = dividend.high, low = dividend.low;
  for (int bit = 0; bit < 64; ++bit) { /* long division in base 2 */
    const u64 carry = high >> 63;
    high = high << 1 | low >> 63;
    low <<= 1;
    quotient <<= 1;
    if (carry != 0 || high >= divisor) {
      high -= divisor;
      quotient |= 1;
    }
  }
  *rest = high;
  return quotient;
}

/* a * b / c rounded down, as if the product had no bounds. a and b must not be negative, c must be
 * above 0, and the result must be one of 64 bits. */
__attribute__((unused)) static i64 ccsim_mul_div(i64 a, i64 b, i64 c) {
  u64 rest;
  return (i64)ccsim_divide(ccsim_multiply((u64)a, (u64)b), (u64)c, &rest);
}

/* Required. Each answers the congestion window in packets, at least 1. */
static i64 algorithm_start(const struct ccsim_start* start);
static i64 algorithm_ack(const struct ccsim_ack* ack);
static i64 algorithm_congestion(const struct ccsim_congestion* congestion);

CCSIM_EXPORT("ccsim_abi_version") i64 ccsim_abi_version(void) {
  return 1;
}

CCSIM_EXPORT("ccsim_description") const char* ccsim_description(void) {
  return CCSIM_DESCRIPTION;
}
CCSIM_EXPORT("ccsim_description_bytes") i64 ccsim_description_bytes(void) {
  return sizeof(CCSIM_DESCRIPTION) - 1;
}

CCSIM_EXPORT("ccsim_init")
i64 ccsim_init(i64 now_ns, i64 packet_bytes, i64 header_bytes, i64 initial_window_packets,
               i64 handshake_rtt_ns) {
  const struct ccsim_start start = {now_ns, packet_bytes, header_bytes, initial_window_packets,
                                    handshake_rtt_ns};
  return algorithm_start(&start);
}

CCSIM_EXPORT("ccsim_on_ack")
i64 ccsim_on_ack(i64 now_ns, i64 rtt_ns, i64 srtt_ns, i64 min_rtt_ns, i64 newly_acked_packets,
                 i64 newly_lost_packets, i64 cumulatively_acked_packets, i64 in_flight_packets,
                 i64 prior_in_flight_packets, i64 delivered_packets, i64 lost_packets,
                 i64 una_sequence, i64 next_sequence, i64 state, i64 flags,
                 i64 sample_delivered_packets, i64 sample_interval_ns,
                 i64 sample_prior_delivered_packets, i64 sample_lost_packets,
                 i64 sample_tx_in_flight_packets, i64 delivered_ce_packets, i64 sample_ce_packets,
                 i64 next_departure_ns, i64 send_quantum_packets) {
  const struct ccsim_ack ack = {now_ns,
                                rtt_ns,
                                srtt_ns,
                                min_rtt_ns,
                                newly_acked_packets,
                                newly_lost_packets,
                                cumulatively_acked_packets,
                                in_flight_packets,
                                prior_in_flight_packets,
                                delivered_packets,
                                lost_packets,
                                una_sequence,
                                next_sequence,
                                state,
                                flags,
                                sample_delivered_packets,
                                sample_interval_ns,
                                sample_prior_delivered_packets,
                                sample_lost_packets,
                                sample_tx_in_flight_packets,
                                delivered_ce_packets,
                                sample_ce_packets,
                                next_departure_ns,
                                send_quantum_packets};
  return algorithm_ack(&ack);
}

CCSIM_EXPORT("ccsim_on_congestion")
i64 ccsim_on_congestion(i64 now_ns, i64 kind, i64 reduces_ssthresh, i64 in_flight_packets,
                        i64 still_in_flight_packets, i64 newly_acked_packets, i64 is_cwnd_limited,
                        i64 delivered_packets, i64 delivered_ce_packets, i64 una_sequence,
                        i64 next_sequence) {
  const struct ccsim_congestion congestion = {now_ns,
                                              kind,
                                              reduces_ssthresh,
                                              in_flight_packets,
                                              still_in_flight_packets,
                                              newly_acked_packets,
                                              is_cwnd_limited,
                                              delivered_packets,
                                              delivered_ce_packets,
                                              una_sequence,
                                              next_sequence};
  return algorithm_congestion(&congestion);
}

#endif
