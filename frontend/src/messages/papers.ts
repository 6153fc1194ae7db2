/** Texts of the pages about published papers. */
export const papersText = {
  title: 'Papers',
  intro:
    'Papers whose experiments this lab computes again: what they report beside what our core ' +
    'measures, with every disagreement in the open.',
  all: 'All papers',
  claim: 'It claims',
  table: 'Table',
  read: 'Read the paper',
  readOf: (paper: string) => `Read the paper: ${paper}`,
  unknown: (name: string) => `There is no paper “${name}”`,
  unknownWhy: 'It may have been renamed.',
  live: {
    time: { name: 'Time', unit: 's' },
    ratio: { name: 'Throughput ratio', unit: 'elephant over mouse, means over 1 s, log' },
    jain: { name: 'Jain’s index', unit: 'of means over 1 s' },
    fair: 'fair',
    published: (label: string, value: string) => `${label} published ${value}`,
    run: 'Run it now',
    again: 'Run another seed',
    starting: 'Starting',
    why: (seed: number) =>
      `One seed (${seed}), computed while you watch. The paper prints curves of one run too; a ` +
      'single seed is an example, not a measurement.',
    progress: (done: string, all: string) => `${done} s of ${all} s simulated`,
    open: 'Open both runs',
    failed: 'The runs were not started',
    runFailed: 'A run failed',
    retry: 'Try again',
  },
} as const;

export interface Citation {
  readonly name: string;
  readonly short: string;
  /** null where the text that we have does not give it. */
  readonly title: string | null;
  readonly authors: string;
  readonly published: string;
  readonly url: string;
  readonly claim: string;
}

/** How a paper is cited and what it says of itself, in our words. */
export const citations: readonly Citation[] = [
  {
    name: 'fairtt',
    short: 'FaiRTT',
    title:
      'FaiRTT: An Empirical Approach for Enhanced RTT Fairness and Bottleneck Throughput in BBR',
    authors: 'Akshita Abrol, Purnima Murali Mohan, Tram Truong-Huu',
    published: 'arXiv 2403.19973, 2024',
    url: 'https://arxiv.org/abs/2403.19973',
    claim:
      'A coefficient made of two round-trip times, used on the bandwidth-delay product of BBRv2, ' +
      'brings flows with unlike round-trip times to equal shares and loses no throughput.',
  },
  {
    name: 'buffer-sizing',
    short: 'Buffer sizing for CUBIC and BBR',
    title: null,
    authors: 'Agnieszka Piotrowska',
    published: 'Sensors 2025, 25(17), 5374',
    url: 'https://doi.org/10.3390/s25175374',
    claim:
      'Under CUBIC the ratio of the round-trip times decides who gets more; under BBR it is the ' +
      'buffer beside the round-trip time. A well-sized buffer makes either of them fairer.',
  },
  {
    name: 'bbr-efra',
    short: 'BBR-EFRA',
    title:
      'BBR-With Enhanced Fairness (BBR-EFRA): A new enhanced RTT fairness for BBR congestion ' +
      'control algorithm',
    authors: 'Charles Kihungi Njogu, Wang Yang, Humphrey Waita Njogu, Adrian Bosire',
    published: 'doi 10.1016/j.comcom.2022.12.015',
    url: 'https://doi.org/10.1016/j.comcom.2022.12.015',
    claim:
      'A window that follows the state of the buffer improves fairness by more than 16% over ' +
      'other variants of BBR, with fewer retransmissions and less queueing.',
  },
];
