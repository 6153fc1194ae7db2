/** Words of the files that a finished run or experiment can be had as. */
export const downloadText = {
  title: 'Files',
  of: (name: string) => `Files of ${name}`,
  why: 'The ZIP describes itself, cites itself and can be computed again: ./lab replay FILE.zip',
} as const;
