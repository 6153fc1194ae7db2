export interface KeyList {
  readonly page: string;
  /** The addresses of the pages; null: all. */
  readonly path: RegExp | null;
  readonly keys: readonly (readonly [key: string, does: string])[];
}

/** A list for each page, and the one for all of them. A test compares them with the code. */
export const keyLists: readonly KeyList[] = [
  {
    page: 'Explore and algorithms',
    path: /^\/$|^\/algorithms\/./,
    keys: [
      ['space', 'on Explore: play, or stop'],
      ['f', 'freeze or release the cursor'],
      ['0', 'show the whole run'],
      ['t', 'numbers as a table'],
      ['← →', 'with a plot in focus: one sample, with Shift pan'],
      ['PgUp PgDn', 'with a plot in focus: ten samples back, forward'],
      ['Home End', 'with a plot in focus: to its ends'],
      ['+ -', 'with a plot in focus: zoom in, zoom out'],
    ],
  },
  {
    page: 'Run',
    path: /^\/runs\/./,
    keys: [
      ['space', 'play, or stop'],
      ['← →', 'one sample; with Shift ten, or pan with a plot in focus'],
      ['PgUp PgDn', 'with a plot in focus: ten samples back, forward'],
      ['Home End', 'to the start, to the end'],
      ['+ -', 'with a plot in focus: zoom in, zoom out'],
      ['r', 'replay: every packet on its path'],
      [', .', 'in replay: to the previous, to the next event'],
      ['z', 'in replay: zoom the plots to this time'],
      ['< >', 'play slower, faster'],
      ['f', 'freeze or release the time'],
      ['0', 'show the whole run'],
      ['t', 'numbers as a table'],
      ['c', 'compare with another run'],
      ['m', 'open a measured trace'],
      ['s', 'share: links to this view and files'],
      ['e', 'fork and edit'],
      ['[ ]', 'fold the left or the right rail'],
    ],
  },
  {
    page: 'Experiment',
    path: /^\/experiments\/./,
    keys: [
      ['t', 'numbers as a table'],
      ['s', 'share: a permanent link to this view'],
      ['← →', 'with a map or a plot in focus: the next cell'],
      ['↑ ↓', 'with a map in focus: the next cell up or down'],
      ['PgUp PgDn', 'with a map in focus: to the ends of the column'],
      ['Home End', 'with a map or a plot in focus: to the ends of the row'],
    ],
  },
  {
    page: 'Comparison',
    path: /^\/compare/,
    keys: [
      ['f', 'freeze the cursor'],
      ['0', 'show the whole run'],
      ['t', 'data table'],
      ['s', 'share'],
    ],
  },
  {
    page: 'Build',
    path: /^\/build/,
    keys: [
      ['Ctrl ↵', 'run the draft'],
      ['n', 'add flows'],
      ['Ctrl Z', 'undo'],
      ['Ctrl Y', 'redo; also Ctrl Shift Z'],
    ],
  },
  {
    page: 'Lab',
    path: /^\/labs\/attempts\//,
    keys: [
      ['← →', 'to the previous, to the next step; on a square of a curve: lower, higher'],
      ['↑ ↓', 'on a square of a curve: higher, lower'],
      ['PgUp PgDn', 'on a square of a curve: five steps higher, lower'],
    ],
  },
  {
    page: 'Class',
    path: /^\/classes\/[^/]+$/,
    keys: [
      ['→', 'to the next step'],
      ['p', 'pause the class, or let it go on'],
      ['a', 'hide the names, or show them'],
    ],
  },
  {
    page: 'Lab editor',
    path: /^\/labs\/edit\//,
    keys: [
      ['n', 'add a step'],
      ['v', 'read the lab as a student, or edit it'],
      ['Alt ↑ ↓', 'on a step in the list: move it'],
      ['Ctrl Z', 'undo'],
      ['Ctrl Y', 'redo; also Ctrl Shift Z'],
    ],
  },
  {
    page: 'Every page',
    path: null,
    keys: [
      ['?', 'this help'],
      ['p', 'save a picture of a plot, where there is one'],
      ['Esc', 'close a dialog or menu'],
      ['Tab', 'to the next control, with Shift to the previous one'],
      ['← →', 'on a slider: one step; Page, Home and End go further'],
    ],
  },
];
