/** Words of links and files that hold a scenario. */
export const linkText = {
  title: 'Link without a server',
  whyRun: 'It contains the settings and the seed, not the result: whoever opens it runs it again.',
  whyOneRun: (label: string) =>
    `It contains the settings and the seed of ${label}, not the result: whoever opens it runs it again.`,
} as const;
