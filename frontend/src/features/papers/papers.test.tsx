import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fakeApi } from '#tests/fakeApi';
import { renderApp } from '#tests/renderApp';

describe('the list of papers', () => {
  it('leads to the page of each paper and to the paper itself', async () => {
    fakeApi({});
    const { user } = renderApp('/papers');
    const list = within(await screen.findByRole('main'));
    expect(list.getByRole('link', { name: 'Read the paper: FaiRTT' })).toHaveAttribute(
      'href',
      'https://arxiv.org/abs/2403.19973',
    );
    await user.click(list.getByRole('link', { name: 'BBR-EFRA' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'BBR-EFRA' })).toBeVisible();
  });
});

describe('the page of a paper', () => {
  it('says that there is none of that name', async () => {
    fakeApi({});
    renderApp('/papers/nothing');
    expect(await screen.findByText('There is no paper “nothing”')).toBeVisible();
  });
});
