const items = (count: number, what: string) =>
  count === 1 ? `1 ${what}` : `${String(count)} ${what}s`;

/** Words of links that show exactly one result. */
export const shareText = {
  title: 'Share this result',
  share: 'Share',
  what: (count: number) =>
    count === 1
      ? 'A link that shows this run as it stands on the page now: zoom, hidden flows and frozen time.'
      : `A link that shows these ${String(count)} runs as they stand on the page now: zoom, hidden flows and frozen time.`,
  whatComparison: (count: number) =>
    `A link that shows these ${String(count)} items beside one another, with the runs of all their seeds, as they stand on the page now.`,
  comparisonNotDone: 'A link shows a result, so every seed has to be done first.',
  plainWhyComparison: 'Opens what you compare itself, as long as you keep it.',
  compareFurther: 'Compare further',
  ofComparison: (items: string) => `${items} compared`,
  whatExperiment:
    'A link that shows this experiment with its numbers as they are now: view, metric and chosen cell.',
  experimentNotDone: 'A link shows a result, so the experiment has to be done first.',
  experimentFailed: (count: number) =>
    count === 1
      ? '1 of its runs failed; the link says which and why, also when a second try succeeds.'
      : `${String(count)} of its runs failed; the link says which and why, also when a second try succeeds.`,
  notDone: 'A link shows a result, so the runs have to be done first.',
  name: 'Title',
  note: 'Note, plain text',
  expires: 'Ends',
  never: 'never',
  days: (days: number) => (days === 1 ? 'after a day' : `after ${String(days)} days`),
  embeddable: 'May be shown inside other pages',
  visibility:
    'Unlisted: only who has the link can open it. It cannot be guessed, and you can revoke it in My work, under Links.',
  make: 'Make the link',
  made: 'Permanent link',
  onlyOnce: 'The lab keeps no copy of it: it is shown here and only now.',
  copy: 'Copy',
  copied: 'Copied',
  embed: 'To show it inside another page',
  recovery: 'Save recovery file',
  recoveryWhy: 'It has the link and the key that can revoke it from another browser.',
  plain: 'Address of this page',
  plainWhy: 'Opens your run itself, as long as you keep it.',
  plainWhyExperiment: 'Opens your experiment itself, as long as you keep it.',
  failed: 'The link was not made',
  shared: 'Shared result',
  gone: 'This link shows nothing',
  goneWhy: 'It may have been revoked, have expired, or never have been. Ask who gave it to you.',
  explore: 'See what the lab does',
  facts: (cores: string, what: string, date: string) => `Core ${cores}, ${what}, shared ${date}`,
  ofRuns: (seeds: string) => `seed ${seeds}`,
  ofExperiment: (cells: string, seeds: string) => `${cells} cells, ${seeds} seeds each`,
  ofFailed: (count: string) => (count === '1' ? ', 1 run failed' : `, ${count} runs failed`),
  sameCore: "That is today's core.",
  otherCore: (core: string) => `Today's core is ${core}: run it again to see whether it holds.`,
  fork: 'Fork and run again',
  again: "Run again with today's core",
  sharedRun: (name: string) => (name === '' ? 'a shared run' : `“${name}”, a shared run`),
  againRuns: 'Running again …',
  againWhich: {
    runs: 'Every run of the link',
    comparison: 'The first seed of each item',
    experiment: 'The first seed of the first, the middle and the last cell',
  },
  againFailed: (why: string) => `It was not started: ${why}`,
  againBroke: (status: string) => `A run is ${status}, so nothing can be said.`,
  againOf: {
    runs: () => '',
    comparison: (count: number) => ` for the first seed of ${items(count, 'item')}`,
    experiment: (count: number) =>
      ` for the first seed of ${items(count, 'cell')} (first, middle, last)`,
  },
  holds: (core: string, which: string) =>
    `Still holds: core ${core} gives the same digests${which}.`,
  seeRun: 'See it',
  differs: (core: string) => `Core ${core} gives other numbers.`,
  compare: 'See both',
  openLab: 'Open in FaiRTT Lab',
  notEmbedded: 'This result is not to be shown inside other pages, or its link has ended.',
  links: 'Links',
  linksEmpty: 'No links yet',
  linksEmptyWhy:
    'Share on a run, an experiment or a comparison makes one. It shows that result for ever, until you revoke it.',
  kind: { runs: 'run', comparison: 'comparison', experiment: 'experiment' },
  state: { open: 'open', expired: 'ended', revoked: 'revoked' },
  untilDate: (date: string) => `until ${date}`,
  revoke: 'Revoke',
  revokeSure: 'Revoke for good',
  revokeFailed: 'Not revoked',
  recoverTitle: 'Links of another browser',
  recoverWhy:
    'The recovery file of a link revokes it from here; the key of a browser, under Move my work there, revokes any link of it.',
  recoveryFile: 'Recovery file',
  openRecovery: 'Open a recovery or key file',
  recoveryKey: 'or enter a key',
  wrongRecovery:
    'This is neither a recovery file, as Share offers it, nor a whole key. A key has 65 signs in 13 groups.',
  noSuchLink: 'There is no such link here',
  otherLab: (origin: string | null) =>
    origin === null
      ? 'This lab knows no link of that key.'
      : `The file is of ${origin}; this lab does not know its link.`,
  revokeThis: 'Revoke this link',
  isRevoked: 'The link is revoked',
  bringOver: 'Bring all work of that browser over',
  loadFailed: 'The links did not load',
  againTry: 'Try again',
} as const;
