/**
 * State machines of the algorithms as their public sources describe them: where each state stands
 * in a drawing, and what leads from one to the next, in words. Numbers are the defaults. The states
 * themselves are the core's: a test compares them with its list.
 */
export interface MachineState {
  /** As in the core's list of phases. */
  readonly phase: string;
  readonly column: number;
  readonly row: number;
}

export interface Transition {
  /** A state, `ANY`, or a group that holds `to`: any other of its states. */
  readonly from: string;
  /** A state, or the name of a group: any of its states. */
  readonly to: string;
  /** The condition in words. */
  readonly when: string;
  /** Where the number stands on the arrow, 0 to 1. Arrows that cross keep theirs apart. */
  readonly numberAt?: number;
}

export interface StateGroup {
  readonly name: string;
  readonly phases: readonly string[];
}

export interface StateMachine {
  readonly states: readonly MachineState[];
  readonly groups: readonly StateGroup[];
  readonly transitions: readonly Transition[];
  /** Public source of the transitions; empty where none are described. */
  readonly source: string;
}

/** Stands for every state but the one that it leads to. */
export const ANY = '*';

const LOSS = 'A loss is detected, or an ECN mark arrives.';
const RECOVERED = 'Everything that was in flight at the loss is acknowledged.';
const SPURIOUS = 'The loss was spurious: window and threshold are as before.';
const TIMEOUT = 'A retransmission timeout.';

const NEWRENO: StateMachine = {
  source: 'RFC 5681 3.1, 3.2; RFC 6582 3.2',
  states: [
    { phase: 'slow_start', column: 0, row: 0 },
    { phase: 'congestion_avoidance', column: 2, row: 0 },
    { phase: 'recovery', column: 1, row: 1 },
  ],
  groups: [],
  transitions: [
    {
      from: 'slow_start',
      to: 'congestion_avoidance',
      when: 'The window has reached the slow start threshold.',
    },
    { from: 'slow_start', to: 'recovery', when: LOSS },
    { from: 'congestion_avoidance', to: 'recovery', when: LOSS },
    { from: 'recovery', to: 'congestion_avoidance', when: RECOVERED },
    { from: 'recovery', to: 'slow_start', when: SPURIOUS },
    { from: ANY, to: 'slow_start', when: TIMEOUT },
  ],
};

const CUBIC: StateMachine = {
  source: 'RFC 9438 4; RFC 9406 4.2; Linux net/ipv4/tcp_cubic.c',
  states: [
    { phase: 'slow_start', column: 0, row: 1 },
    { phase: 'css', column: 1, row: 0 },
    { phase: 'congestion_avoidance', column: 2, row: 1 },
    { phase: 'recovery', column: 1, row: 2 },
  ],
  groups: [],
  transitions: [
    {
      from: 'slow_start',
      to: 'congestion_avoidance',
      when: 'The window has reached the threshold, or HyStart saw delay or ACK trains grow.',
      numberAt: 0.28,
    },
    {
      from: 'slow_start',
      to: 'css',
      when:
        'With hystart set to plus_plus: the RTT of this round rose by an eighth, at least 4 ' +
        'and at most 16 ms.',
    },
    { from: 'css', to: 'slow_start', when: 'The RTT fell again: the rise was passing.' },
    {
      from: 'css',
      to: 'congestion_avoidance',
      when: 'Five rounds of conservative slow start are over.',
    },
    { from: 'slow_start', to: 'recovery', when: LOSS },
    { from: 'css', to: 'recovery', when: LOSS, numberAt: 0.28 },
    { from: 'congestion_avoidance', to: 'recovery', when: LOSS },
    { from: 'recovery', to: 'congestion_avoidance', when: RECOVERED },
    { from: 'recovery', to: 'slow_start', when: SPURIOUS },
    { from: ANY, to: 'slow_start', when: TIMEOUT },
  ],
};

const BBR1: StateMachine = {
  source: 'Linux net/ipv4/tcp_bbr.c; Cardwell et al., ACM Queue 14(5), 2016',
  states: [
    { phase: 'startup', column: 0, row: 0 },
    { phase: 'drain', column: 0, row: 1 },
    { phase: 'probe_bw_cruise', column: 1, row: 1 },
    { phase: 'probe_bw_up', column: 2, row: 1 },
    { phase: 'probe_bw_policed', column: 1, row: 2 },
    { phase: 'probe_bw_down', column: 2, row: 2 },
    { phase: 'probe_rtt', column: 2, row: 0 },
  ],
  groups: [
    {
      name: 'ProbeBW',
      phases: ['probe_bw_cruise', 'probe_bw_up', 'probe_bw_policed', 'probe_bw_down'],
    },
  ],
  transitions: [
    {
      from: 'startup',
      to: 'drain',
      when: 'For three rounds the bandwidth stayed below 1.25 times what it was: the pipe is full.',
    },
    {
      from: 'drain',
      to: 'ProbeBW',
      when: 'At most one BDP is in flight. The cycle begins at random, but never with Down.',
    },
    {
      from: 'probe_bw_cruise',
      to: 'probe_bw_up',
      when: 'Up to six phases of one minimum RTT each have passed.',
    },
    {
      from: 'probe_bw_up',
      to: 'probe_bw_down',
      when: 'A minimum RTT has passed, and 1.25 BDP are in flight or something was lost.',
    },
    {
      from: 'probe_bw_down',
      to: 'probe_bw_cruise',
      when: 'A minimum RTT has passed, or at most one BDP is in flight.',
    },
    {
      from: 'ProbeBW',
      to: 'probe_bw_policed',
      when: 'Two lossy intervals with like rates look like a policer.',
    },
    {
      from: 'probe_bw_policed',
      to: 'probe_bw_cruise',
      when:
        'The policer’s rate was used for 48 rounds. The cycle goes on at random, as after ' +
        'Drain.',
    },
    {
      from: ANY,
      to: 'probe_rtt',
      when: 'No RTT as low as the minimum was seen for 10 s.',
    },
    {
      from: 'probe_rtt',
      to: 'ProbeBW',
      when: 'Four packets in flight for 200 ms and a round. The cycle goes on at random.',
    },
    { from: 'probe_rtt', to: 'startup', when: 'The same, if the pipe was not full yet.' },
  ],
};

const BBR2: StateMachine = {
  source: 'google/bbr, branch v2alpha, net/ipv4/tcp_bbr2.c',
  states: [
    { phase: 'startup', column: 0, row: 0 },
    { phase: 'drain', column: 0, row: 1 },
    { phase: 'probe_bw_down', column: 1, row: 1 },
    { phase: 'probe_bw_cruise', column: 2, row: 1 },
    { phase: 'probe_bw_refill', column: 2, row: 2 },
    { phase: 'probe_bw_up', column: 1, row: 2 },
    { phase: 'probe_rtt', column: 2, row: 0 },
  ],
  groups: [
    {
      name: 'ProbeBW',
      phases: ['probe_bw_down', 'probe_bw_cruise', 'probe_bw_refill', 'probe_bw_up'],
    },
  ],
  transitions: [
    {
      from: 'startup',
      to: 'drain',
      when:
        'For three rounds the bandwidth stayed below 1.25 times what it was, or a round of ' +
        'recovery lost more than 2%, over at least eight ACKs, or, with ECN, half of each of ' +
        'two rounds in a row was marked.',
    },
    { from: 'drain', to: 'probe_bw_down', when: 'At most one BDP is in flight.' },
    {
      from: 'probe_bw_down',
      to: 'probe_bw_cruise',
      when: 'At most one BDP is in flight, and 15% of the upper bound is free.',
    },
    {
      from: 'probe_bw_down',
      to: 'probe_bw_refill',
      when: 'The next probe is due already, or a careful probe met no congestion and is repeated.',
    },
    {
      from: 'probe_bw_cruise',
      to: 'probe_bw_refill',
      when:
        '2 to 3 s have passed, drawn at random, or as many rounds as a Reno flow of this ' +
        'window takes from loss to loss, at most 63.',
    },
    { from: 'probe_bw_refill', to: 'probe_bw_up', when: 'One round has passed: the pipe is full.' },
    {
      from: 'probe_bw_up',
      to: 'probe_bw_down',
      when:
        'More than 2% were lost, or the bound of the last failed probe is reached, or a ' +
        'minimum RTT has passed and 1.25 BDP are in flight.',
    },
    { from: ANY, to: 'probe_rtt', when: 'No RTT as low as the minimum was seen for 5 s.' },
    {
      from: 'probe_rtt',
      to: 'probe_bw_cruise',
      when: 'Half a BDP in flight for 200 ms and a round.',
    },
    { from: 'probe_rtt', to: 'startup', when: 'The same, if the pipe was not full yet.' },
  ],
};

export const STATE_MACHINES: Readonly<Record<string, StateMachine>> = {
  newreno: NEWRENO,
  cubic: CUBIC,
  bbr1: BBR1,
  bbr2: BBR2,
};

/** Whether a transition has no one state to start from: it is drawn as a short arrow. */
export function isFromWithin({ from, to }: Transition, { groups }: StateMachine): boolean {
  return from === ANY || groups.some(({ name, phases }) => name === from && phases.includes(to));
}

interface Described {
  readonly name: string;
  readonly base: string;
  readonly phases: readonly string[];
}

const FALLBACK_COLUMNS = 3;

/**
 * The machine to draw: the algorithm's own, its base's where the states are the same, or else the
 * states alone, in the core's order and without transitions.
 */
export function stateMachineOf({ name, base, phases }: Described): StateMachine {
  const known = [STATE_MACHINES[name], STATE_MACHINES[base]].find(
    (machine) => machine !== undefined && hasPhases(machine, phases),
  );
  if (known !== undefined) return known;
  const states = phases.map((phase, index) => ({
    phase,
    column: index % FALLBACK_COLUMNS,
    row: Math.floor(index / FALLBACK_COLUMNS),
  }));
  return { states, groups: [], transitions: [], source: '' };
}

function hasPhases({ states }: StateMachine, phases: readonly string[]): boolean {
  const own = new Set(states.map(({ phase }) => phase));
  return own.size === phases.length && phases.every((phase) => own.has(phase));
}
