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

/** Before the last of them, on a site (src/site/start.tsx). */
export const SITE_PLACE: Place = { to: '/notebook', label: 'Notebook' };

const PLACE = '<!-- navigation -->';

/**
 * index.html with the links of the head bar, for the first picture: the build calls this. The link
 * of a site is a comment, which `./lab site` opens (backend/lab/site/interface.py).
 */
export function withNavigation(html: string): string {
  if (!html.includes(PLACE)) throw new Error(`index.html has no place for links: ${PLACE}`);
  const linkTo = ({ to, label }: Place) => `<a class="lab-link" href="${to}">${label}</a>`;
  const links = NAVIGATION.map(linkTo).toSpliced(-1, 0, `<!-- site: ${linkTo(SITE_PLACE)} -->`);
  return html.replace(PLACE, links.join('\n          '));
}
