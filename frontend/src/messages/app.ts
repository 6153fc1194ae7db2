/** Texts of the frame around every page. */
export const appText = {
  name: 'FaiRTT Lab',
  home: 'FaiRTT Lab, start',
  skip: 'Skip to the page',
  mainNavigation: 'Main',
  explore: 'Explore',
  build: 'Build',
  work: 'My work',
  algorithms: 'Algorithms',
  papers: 'Papers',
  menu: 'Menu',
  seed: 'Seed',
  theme: 'Colours',
  themes: { auto: 'System', light: 'Light', dark: 'Dark' },
  numbersFrom: 'Every number here is computed by the packet-level simulator of this lab.',
  whatNumbers: 'What the numbers mean',
  close: 'Close',
  help: 'Help: keys and definitions',
  notFoundTitle: 'There is no such page',
  notFoundWhy: 'The address may be mistyped, or what it named has been deleted.',
  goHome: 'Go to the start',
  brokenTitle: 'This page broke',
  brokenWhy: 'Nothing is lost: runs live on the server. What the page said:',
  reload: 'Load again',
  loading: 'Loading',
  offlineTitle: 'The lab does not answer',
  offlineWhy: 'Is it running? Start it with ./lab up; this page then goes on by itself.',
  retry: 'Try again',
} as const;

/** What the tab of the browser says. */
export function pageTitle(page?: string): string {
  return page === undefined ? appText.name : `${page} · ${appText.name}`;
}
