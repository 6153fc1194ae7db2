/** Words of links that show exactly one result. */
export const shareText = {
  share: 'Share',
  what: (count: number) =>
    count === 1
      ? 'A link that shows this run as on the page now: zoom, hidden flows and frozen time.'
      : `A link that shows these ${String(count)} runs as on the page now: zoom, hidden flows and frozen time.`,
  notDone: 'A link shows a result, so the runs must be done first.',
  plainWhy: 'Opens your run itself, as long as you keep it.',
  shared: 'Shared result',
  loadFailed: 'The links could not be loaded',
} as const;
