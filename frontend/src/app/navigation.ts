/** A site has more places (src/site/start.tsx). */
interface Place {
  readonly to:
    | '/'
    | '/build'
    | '/experiments'
    | '/runs'
    | '/algorithms'
    | '/papers'
    | '/labs'
    | '/classes'
    | '/notebook';
  readonly label: string;
}

/** The places of the head bar, in their order. */
export const NAVIGATION: Place[] = [
  { to: '/', label: 'Explore' },
  { to: '/build', label: 'Build' },
  { to: '/experiments', label: 'Experiments' },
  { to: '/runs', label: 'My work' },
  { to: '/algorithms', label: 'Algorithms' },
  { to: '/papers', label: 'Papers' },
  { to: '/labs', label: 'Labs' },
  { to: '/classes', label: 'Classes' },
];

const PLACE = '<!-- navigation -->';

/** index.html with the links of the head bar, for the first picture: the build calls this. */
export function withNavigation(html: string): string {
  if (!html.includes(PLACE)) throw new Error(`index.html has no place for links: ${PLACE}`);
  const links = NAVIGATION.map(({ to, label }) => `<a class="lab-link" href="${to}">${label}</a>`);
  return html.replace(PLACE, links.join('\n          '));
}
