import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { renderApp } from '#tests/renderApp';

import './SheetPages';
import '@/steps/Prose';

const SHEET = `# Bufferbloat

Name: ________________________________  Date: ________________

## 1. Guess (5 min)

- [ ] About ~20 ms, or ~30 ms

____________________________________________________________

| Buffer | What came out |
| --- | --- |
|  |  |
`;

describe('a worksheet', () => {
  it('has tasks, boxes, lines and cells to fill in, and is printed', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    fakeApi({ 'GET /api/labs/bloat/worksheet': { text: SHEET } });
    const { user } = renderApp('/labs/bloat/worksheet');
    expect(await screen.findByRole('heading', { name: 'Bufferbloat', level: 1 })).toBeVisible();
    const table = within(await screen.findByRole('table'));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Buffer',
      'What came out',
    ]);
    expect(screen.getByText('About ~20 ms, or ~30 ms')).toBeVisible();
    expect(screen.getByText(/^Name: _{32} {1,2}Date: _{16}$/)).toBeVisible();
    expect(screen.getByRole('separator')).toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(document.title).toMatch(/^Bufferbloat, worksheet/);
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });

  it('of a lab that is not there says so, and prints nothing', async () => {
    const body = { title: 'Not found', detail: "There is no lab 'bloat'." };
    fakeApi({ 'GET /api/labs/bloat/worksheet': { status: 404, body } });
    renderApp('/labs/bloat/worksheet');
    expect(await screen.findByText(body.detail)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
    expect(screen.getByRole('link', { name: 'To the lab' })).toHaveAttribute('href', '/labs/bloat');
  });
});

describe('the solutions of a lab', () => {
  it('are refused to students who do the lab in a class', async () => {
    const body = { title: 'Not yours', detail: 'You do this lab in the class.' };
    fakeApi({ 'GET /api/labs/bloat/solutions': { status: 403, body } });
    renderApp('/labs/bloat/solutions');
    expect(await screen.findByText(body.detail)).toBeVisible();
  });
});
