import { screen, within } from '@testing-library/react';

/** What stands beside the plots of a run: it comes when the curves have been seen. */
export async function filledRail(name: 'Meaning' | 'Scenario') {
  const rail = await screen.findByRole('complementary', { name });
  await within(rail).findAllByRole('heading');
  return rail;
}
