/** Words of links and files that hold a scenario. */
export const linkText = {
  title: 'Link without a server',
  whyRun: 'It holds the settings and the seed, not the result: who opens it runs it again.',
  whyOneRun: (label: string) =>
    `It holds the settings and the seed of ${label}, not the result: who opens it runs it again.`,
} as const;
