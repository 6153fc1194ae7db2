/** Texts of the page of one experiment. */
export const experimentText = {
  title: 'Experiment',
  unnamed: 'Experiment without a name',
  failed: 'The experiment could not be loaded',
  retry: 'Try again',
  done: (done: string, all: string) => `${done} of ${all} runs`,
} as const;
