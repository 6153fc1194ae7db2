/** Texts of the pages about algorithms. */
export const algorithmsText = {
  title: 'Algorithms',
  intro:
    'Every congestion control of the core. Each page computes it beside another one, draws its ' +
    'states and lists what can be set, with the source of every default.',
  kinds: {
    exact: {
      name: 'exact',
      text: 'follows the named code step by step; docs/kernel-details.md says where it does not.',
    },
    reconstruction: {
      name: 'reconstruction',
      text: 'is made after a text, because no code was published; open points are parameters.',
    },
    oracle: {
      name: 'oracle',
      text: 'marks settings that hand it knowledge which no real sender has.',
    },
  },
  readBeside: (other: string, path: string) => `Computed beside ${other}: ${path}.`,
  all: 'All algorithms',
  oracle: 'may use an oracle',
  oracleTitle: 'It may use an oracle',
  oracleWhy:
    'Some of its settings hand it knowledge that no real sender has, such as the minimum ' +
    'RTTs of all other flows. They show what an idea would do if that were known, not what ' +
    'can be deployed. The description of a setting says where it is one.',
  counts: (states: number, parameters: number) =>
    `${states} states, ${parameters} ${parameters === 1 ? 'parameter' : 'parameters'}`,
  variantOf: (base: string) => `varies ${base}`,
  facts: 'What it is',
  fidelity: 'Made after',
  base: 'Varies',
  noBase: 'stands alone',
  source: 'Source',
  reports: 'What it reports',
  reportsWhy: 'Sampled with every run, beside window, flight and RTT.',
  differsTitle: (base: string) => `What differs from ${base}`,
  addedParameters: (count: number) =>
    `${count} ${count === 1 ? 'parameter' : 'parameters'} of its own`,
  changedParameters: 'Other defaults',
  removedParameters: 'Without',
  addedMetrics: 'Reports in addition',
  samePhases: 'The states and what leads from one to the next are the same.',
  otherPhases: 'Its states are others.',
  machine: 'States',
  machineHint:
    'The bar shows each state as the run page draws it. Numbers stand in the list below.',
  machineOf: (title: string) => `States of ${title}`,
  machineLabel: (title: string) => `States of ${title} with numbered transitions`,
  anyState: 'any state',
  noTransitions:
    'The states in the core’s order. What leads from one to the next is not described.',
  machineSource: (source: string) => `After ${source}, with the default settings.`,
  show: (number: number) => `Show transition ${number} in the drawing`,
  parameters: 'Parameters',
  filter: 'Filter',
  filterHint: 'name, meaning, source',
  matching: (count: number, all: number) => (count === all ? `${all}` : `${count} of ${all}`),
  onlyOwn: (base: string) => `only what ${base} does not have`,
  sourceIn: (shared: string) => `Where the source is a name alone, it stands in ${shared}.`,
  noneMatches: 'No parameter matches.',
  showAll: 'Show all',
  name: 'Name',
  default: 'Default',
  bounds: 'Bounds',
  meaning: 'Meaning',
  beside: 'Beside another',
  besideWhy: (preset: string) =>
    `Two runs of “${preset}” with the same seed: every flow under one, then every flow ` +
    'under the other.',
  besideWith: 'Run beside',
  besideSeed: 'Seed',
  besideRun: (other: string) => `Run beside ${other}`,
  besideStarting: 'Starting',
  besideFailed: 'The runs were not started',
  besideNoPreset: 'There is no preset to run. Build a scenario instead.',
  failed: 'The list of algorithms could not be loaded',
  failedWhy: 'The lab does not answer. Is it running? Start it with ./lab up, then try again.',
  retry: 'Try again',
  empty: 'The core lists no algorithms.',
  emptyWhy: 'It was built without any; build it anew with ./lab up.',
  unknown: (name: string) => `There is no algorithm “${name}”`,
  unknownWhy: 'The core of this lab does not list it. It may have been renamed.',
} as const;

/** How the paper of FaiRTT is read. */
export const fairttText = {
  title: 'How the paper is read',
  rule: 'After every ACK, in ProbeBW (arXiv 2403.19973, Algorithm 1):',
  when: 'while lastRTT > α',
  coefficient: 'coefficient = γ · minRTT / lastRTT',
  bdp: 'BDP′ = BDP · coefficient',
  otherwise: 'Otherwise the coefficient is 1; it never exceeds 1.',
  symbols: (gamma: string) =>
    `γ is gamma_ratio, ${gamma} by default. α is the threshold of equation 5, made of the ` +
    'minimum RTTs seen.',
  open:
    'The paper leaves open whose minimum RTT counts, over what the flows are counted, and ' +
    'which uses of the BDP are cut. The parameter reading sets these three; a parameter that ' +
    'is set goes before it. The code of its authors was never published, so none of the ' +
    'readings is known to be theirs.',
  byDefault: 'default',
  oracle: 'oracle',
  readings: {
    algorithm1_letter: {
      text:
        'Algorithm 1 as it stands, at a sender that knows itself only: α from the minimum ' +
        'RTTs in its own window; the coefficient cuts the window.',
      isOracle: false,
    },
    shared_threshold: {
      text:
        'Equation 5 counts flows. Here all flows share one threshold, from the minimum RTTs ' +
        'of all of them; the coefficient cuts the window.',
      isOracle: true,
    },
    bdp_and_pacing: {
      text:
        'α as in the letter. The coefficient is used wherever ProbeBW uses the BDP, and on ' +
        'the pacing rate, which the letter leaves alone.',
      isOracle: false,
    },
    custom: {
      text: 'A place to start from: what is not set is as in the letter.',
      isOracle: false,
    },
  } as Readonly<Record<string, { text: string; isOracle: boolean }>>,
} as const;

/** Words of the values of parameters. */
export const parameterText = {
  on: 'on',
  off: 'off',
  onOrOff: 'on, off',
  packets: 'packets',
  bytes: 'bytes',
  rounds: 'rounds',
  acks: 'ACKs',
  events: 'events',
  packetsPerCubicSecond: 'packets/s³',
  range: (least: string, most: string) => `${least} to ${most}`,
} as const;
