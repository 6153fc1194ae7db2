import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { RUN_FILES } from '@/generated/exportFiles';
import { run } from '#tests/fixtures';

import { Downloads } from './Downloads';

describe('the files of a run', () => {
  it('are links that the browser saves', () => {
    render(<Downloads runs={[run({ id: 'one' })]} labels={['FaiRTT']} />);
    const links = screen.getAllByRole<HTMLAnchorElement>('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Object.keys(RUN_FILES).map((format) => `/api/runs/one/export/${format}`),
    );
    expect(links.map((link) => link.textContent)).toEqual(Object.values(RUN_FILES));
    expect(links.every((link) => link.hasAttribute('download'))).toBe(true);
  });

  it('of several runs stand under their labels, without those that are not done', () => {
    const runs = [
      run({ id: 'one' }),
      run({ id: 'two' }),
      run({ id: 'three', status: 'running', result: null }),
    ];
    render(<Downloads runs={runs} labels={['FaiRTT', 'BBRv2', 'CUBIC']} />);
    const names = screen.getAllByRole('navigation').map((each) => each.getAttribute('aria-label'));
    expect(names).toEqual(['Files of FaiRTT', 'Files of BBRv2']);
    const second = within(screen.getByRole('navigation', { name: 'Files of BBRv2' }));
    expect(second.getAllByRole('link')[0]?.getAttribute('href')).toBe('/api/runs/two/export/zip');
  });

  it('are not there before a run is done', () => {
    const waiting = run({ status: 'running', result: null });
    const { container } = render(<Downloads runs={[waiting]} labels={['FaiRTT']} />);
    expect(container.childElementCount).toBe(0);
  });
});
