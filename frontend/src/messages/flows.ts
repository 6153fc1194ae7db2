/** Texts about choosing flows, and about ways to show many of them. */
export const flowText = {
  showAll: 'show all',
  only: 'only',
  hide: (name: string) => `Hide ${name}`,
  show: (name: string) => `Show ${name}`,
  onlyThis: (name: string) => `Show only ${name}`,
  eachFlow: 'each',
  foldFlows: 'fold',
  firstOf: (listed: number, all: number) =>
    `The first ${listed} of ${all}. The ranking above the plots reaches every one.`,
} as const;
