/** Texts of the page of one's own work: runs, drafts, and the way to another browser. */
export const runsText = {
  title: 'My work',
  tabs: 'What to show',
  runs: 'Runs',
  drafts: 'Drafts',
  find: 'Find',
  findRuns: 'name, label or algorithm',
  state: 'State',
  everyState: 'every state',
  sort: 'Order',
  sorts: { newest: 'newest first', oldest: 'oldest first', name: 'by name' },
  move: 'Move my work',
  columns: {
    choose: 'Choose',
    sketch: 'Throughput',
    name: 'Name',
    setting: 'Bottleneck',
    shares: 'Who got what',
    state: 'State',
    made: 'Made',
    actions: 'Actions',
  },
  choose: (name: string, seed: number) => `Choose ${name}, seed ${seed}`,
  chooseAll: 'Choose every run that is shown',
  sketchOf: (duration: string, rate: string) =>
    `Throughput of each group over ${duration}; the upper edge is ${rate}`,
  unnamed: 'Run without a name',
  ofLink: (share: string) => `${share} of the link`,
  otherGroups: (count: number) => `${count} more flows`,
  flows: (count: number) => (count === 1 ? '1 flow' : `${count} flows`),
  buffer: (buffer: string) => `buffer ${buffer}`,
  loss: (loss: string) => `loss ${loss}`,
  bursts: 'loss in bursts',
  seed: (seed: number) => `seed ${seed}`,
  rename: 'Rename',
  renameRun: (name: string, seed: number) => `Rename ${name}, seed ${seed}`,
  newName: 'New name',
  saveName: 'Save',
  keepName: 'Keep',
  notRenamed: 'The run was not renamed',
  delete: 'Delete',
  deleteRun: (name: string, seed: number) => `Delete ${name}, seed ${seed}`,
  confirmDelete: (count: number) =>
    count === 1 ? 'Delete this run for good?' : `Delete ${count} runs for good?`,
  confirmWhy: 'Its result stays only while somebody else holds it.',
  keep: 'Keep',
  notDeleted: 'Not every run was deleted',
  chosen: (count: number) => `${count} chosen`,
  chooseOneMore: 'Choose one more to compare.',
  compareSome: (count: number) => `Compare ${count}`,
  tooMany: (most: number) => `At most ${most} runs are compared at once.`,
  clear: 'Choose none',
  deleteSome: (count: number) => `Delete ${count}`,
  more: 'Show more',
  loading: 'Loading your runs',
  end: (count: number) => (count === 1 ? '1 run' : `${count} runs`),
  empty: 'Nothing has run yet in this browser.',
  emptyWhy: 'Curves come within a second: start from a known case, or build your own.',
  start: 'Known cases',
  build: 'Build a scenario',
  noMatch: 'No run of yours is like that.',
  noMatchWhy:
    'Every word has to be in the name, a label or an algorithm, and the state has to fit.',
  showAll: 'Show all runs',
  failed: 'The runs could not be loaded',
  retry: 'Try again',
  states: {
    queued: 'waiting',
    running: 'running',
    done: 'done',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  runningShare: (share: string) => `running, ${share}`,
} as const;

export const draftsText = {
  columns: { name: 'Name', from: 'From', edited: 'Edited', actions: 'Actions' },
  find: 'name or text',
  note: 'Drafts stay in this browser. What you edit under Build is kept by itself.',
  unnamed: 'Scenario without a name',
  count: (count: number, most: number) => `${count} of at most ${most} drafts`,
  empty: 'There is no draft in this browser.',
  emptyWhy: 'A draft begins with the first change of a scenario.',
  noMatch: 'No draft of yours is like that.',
  noMatchWhy: 'Every word has to be in the name or in the text.',
  showAll: 'Show all drafts',
  new: 'New scenario',
  duplicate: 'Duplicate',
  duplicateOf: (name: string) => `Duplicate ${name}`,
  copyName: (name: string) => (name === '' ? 'copy' : `${name} copy`),
  renameOf: (name: string) => `Rename ${name}`,
  deleteOf: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `${name} was deleted.`,
  undo: 'Undo',
  from: {
    preset: 'preset',
    run: 'run',
    file: 'file',
    experiment: 'experiment',
    extension: 'more of',
  },
  fromNothing: 'new',
  notJson: 'not JSON yet',
  full: 'There is no room for one more draft. Delete some first.',
  refused: 'This browser keeps nothing: its storage is refused or full.',
  syncFailed: 'The drafts of the other browser could not be fetched',
} as const;

export const moveText = {
  title: 'Move my work to another browser',
  take: 'From here to another browser',
  takeWhy:
    'Enter this key in the other browser, under My work, Move my work. It will then show the same ' +
    'runs and drafts.',
  warning: 'Whoever has the key can see, change and delete your runs. Give it to nobody else.',
  show: 'Show the key',
  key: 'Key',
  copy: 'Copy the key',
  copied: 'Copied',
  notCopied: 'The browser did not allow it: select the key and copy it.',
  file: 'Save as a file',
  fileName: 'fairtt-lab-key.txt',
  fileText: (key: string) =>
    'The key of your work in FaiRTT Lab. Enter it in another browser, or open this file there:\n' +
    `My work, Move my work.\n\n${key}\n\nWhoever has it can see, change and delete your runs.\n`,
  handingIn: 'Handing in the drafts…',
  handedIn: (count: number) =>
    count === 0
      ? 'Every run goes along.'
      : `Every run and ${count === 1 ? '1 draft' : `${count} drafts`} go along.`,
  notHandedIn: 'The drafts could not be handed in, so only runs go along',
  bring: 'From another browser to here',
  enter: 'Key of the other browser',
  open: 'Open the key file',
  problems: {
    length: (found: number, expected: number) =>
      found < expected
        ? `${found} of ${expected} signs are there: ${expected - found} are missing.`
        : `These are ${found} signs, ${found - expected} too many.`,
    sign: (sign: string, group: number) => `“${sign}” in group ${group} is no sign of a key.`,
    check: (groups: readonly number[]) =>
      groups.length === 1
        ? `There is a slip in group ${groups.join()}.`
        : `There are slips in the groups ${groups.join(', ')}.`,
  },
  own: 'This is the key of this browser.',
  looking: 'Looking what the key has…',
  holds: (runs: number, drafts: number) =>
    `The key has ${runs === 1 ? '1 run' : `${runs} runs`} and ` +
    `${drafts === 1 ? '1 draft' : `${drafts} drafts`}.`,
  newest: (when: string) => ` Its newest run was made ${when}.`,
  nobody: 'Nobody has used this key here. Was it made by another lab?',
  mine: (runs: number) =>
    runs === 1
      ? 'This browser has made 1 run so far.'
      : `This browser has made ${runs} runs so far.`,
  keepBoth: 'Bring them along: they become runs of the key.',
  leave: 'Leave them under the old key of this browser:',
  draftsStay: 'The drafts of this browser stay, beside those of the key.',
  use: 'Use this key here',
  using: 'Moving',
  failed: 'Nothing was moved',
  done: 'This browser now works with the key.',
  brought: (runs: number) => (runs === 1 ? '1 run came along.' : `${runs} runs came along.`),
  draftsFull: 'There was no room for all drafts: delete some here, then open this page again.',
} as const;
