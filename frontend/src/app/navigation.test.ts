import { expect, it } from 'vitest';

import { NAVIGATION, withNavigation } from './navigation';

it('the first picture has every place once, and that of a site as a comment to be opened', () => {
  const links = withNavigation('<nav><!-- navigation --></nav>');
  const comment = /<!-- site: (<a [^>]*>Notebook<\/a>) -->/.exec(links);
  expect(comment).not.toBeNull();
  const labels = [...links.replace(/<!--.*?-->/g, '').matchAll(/>([^<>]+)<\/a>/g)];
  expect(labels.map(([, label]) => label)).toEqual(NAVIGATION.map(({ label }) => label));
  // As `./lab site` opens it: before the last place, where src/site/start.tsx has it.
  const [before, last] = labels.slice(-2).map(([, label]) => label ?? '');
  const order = `${before}</a>\\s*<!-- site: .* -->\\s*<a [^>]*>${last}</a>`;
  expect(links).toMatch(new RegExp(order));
});
