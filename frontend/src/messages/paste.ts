/** Texts of comparing pasted links. */
export const pasteText = {
  title: 'Compare two links',
  first: 'That is the first page: press “Open as runs” there, and paste the address of the run.',
  add: 'Add a link',
  label: (number: number) => `Link ${number}`,
  placeholder: 'an address of this lab: a run, a shared result, an experiment, a scenario',
  compare: 'Compare',
  addOne: 'Add it',
  reading: 'Reading …',
  wrong: (number: number) => `Link ${number} can not be compared.`,
  empty: 'Nothing is pasted here.',
  noLink: 'That is no link.',
  otherLab: (host: string) =>
    `It leads to ${host}, another lab: this one can not see its results. Open the scenario there, copy the link that holds it (“Without a server”), and paste that.`,
  emptyComparison: 'It is the page of comparisons without anything compared.',
  cutShare: 'The end of the link is missing: behind /s/ there are 22 letters.',
  build:
    'It is the editor without a scenario in the link. Copy the link that holds it from “Share” there.',
  otherPage: (path: string) =>
    `${path} shows no result. Runs, shared links, experiments and comparisons do.`,
  gone: 'It shows nothing: it may have been revoked, or have expired.',
  noRun: 'There is no such run. It may have been deleted.',
  noExperiment: 'There is no such experiment. It may have been deleted.',
  noCell: 'No cell is chosen in it. Choose one on its page, and copy the address again.',
  notDone: (name: string, state: string) => `${name} has no result: it is ${state}.`,
  experimentScenario:
    'It holds an experiment, which has to be computed first. Open it, run it, choose a cell and copy that address.',
  badScenario: (why: string) => `The scenario in it is not valid. ${why}`,
  tooMany: (most: number) => `At most ${most} can be compared at once.`,
  same: 'Both links lead to the same.',
  scenarios: 'Only the settings can be compared so far',
  scenariosWhy: (names: string) =>
    `${names}: such a link holds a scenario and no result. Nothing has been sent for computing.`,
  run: 'Run and compare',
  running: 'Starting …',
} as const;
