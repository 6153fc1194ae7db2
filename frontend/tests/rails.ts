import { screen, within } from '@testing-library/react';

/** What stands beside the plots of a run: it comes when the curves have been seen. */
export async function filledRail(name: 'Meaning' | 'Scenario') {
  const rail = await screen.findByRole('complementary', { name });
  await within(rail).findAllByRole('heading');
  return rail;
}

interface Drawn {
  data?: { name: string; x: number[]; y: (number | null)[] }[];
}

/** Names of all traces that Plotly draws. */
export function drawnNames(): string[] {
  const plots = [...document.querySelectorAll('.js-plotly-plot')] as unknown as Drawn[];
  return plots.flatMap(({ data }) => data?.map(({ name }) => name) ?? []);
}

/** An event of a run's stream. */
export const event = (run_id: string, changes: object) => ({
  run_id,
  seq: 2,
  status: 'running',
  attempt: 1,
  simulated_s: 4,
  duration_s: 10,
  sample_count: 40,
  error: null,
  ...changes,
});
