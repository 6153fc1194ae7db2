/** Words of the pictures that plots are saved as. */
export const pictureText = {
  open: 'Picture',
  openOf: (title: string) => `Picture of ${title}`,
  title: 'Save a picture',
  which: 'Plot',
  width: 'Width',
  widths: {
    single: 'Single column, 85 mm',
    double: 'Double column, 175 mm',
    slide: 'Slide, 16:9',
  },
  caption: 'Caption',
  captionShown: 'Say below it what it is of',
  preview: 'How it will look',
  drawing: 'Drawing …',
  png: 'Save PNG',
  svg: 'Save SVG',
  pdf: 'Save PDF',
  copy: 'Copy PNG',
  copied: 'Copied',
  size: (mm: string, pixels: string, points: string) =>
    `${mm} mm. PNG ${pixels} pixels at 300 dpi. Smallest letters ${points} pt.`,
  why:
    'SVG and PDF have lines and letters, no pixels; a PDF brings its font along. Always in light ' +
    'colours, for paper.',
  failed: 'The picture was not made',
  copyRefused: 'The browser does not let this page write to the clipboard.',
  made: 'Made with FaiRTT Lab',
  paintedWords: (words: string) =>
    `The PDF's font lacks letters of ${words}: there those words are pixels.`,
  captionParts: {
    seed: (seed: string) => `seed ${seed}`,
    seeds: (count: number) => (count === 1 ? '1 seed' : `${count} seeds`),
    core: (version: string) => `core ${version}`,
    digest: (digest: string) => `scenario ${digest}`,
    baseline: (name: string) => `${name} (baseline)`,
    baselineRun: 'baseline',
    styles: {
      solid: 'solid',
      dashed: 'dashed',
      dotted: 'dotted',
      dashdot: 'dash-dotted',
      longdash: 'long dashes',
      longdashdot: 'long dashes and dots',
    },
  },
} as const;
