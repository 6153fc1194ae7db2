/** The builder with an experiment: how to open it, and what a test looks at. */
import { fireEvent, screen } from '@testing-library/react';

import { fakeApi, type Answer, type Responder } from '#tests/fakeApi';
import { checked, presets } from '#tests/fixtures';
import { renderApp } from '#tests/renderApp';
import { algorithmsWithParameter, scenarioSchema } from '#tests/scenarioSchema';
import { currentDraft } from '@/state/drafts';

/** As far as the tests look at it. */
interface Definition {
  readonly axes: readonly {
    readonly label: string;
    readonly role?: string;
    readonly names?: readonly string[];
    readonly moves: readonly { readonly path: string; readonly values: object }[];
  }[];
  readonly replications: { readonly count: number; readonly first_seed: number };
  readonly base: { readonly duration_s: number };
  readonly baseline_index: number;
}

/** What the server says of every experiment. */
export const COMES_TO = {
  cell_count: 10,
  unit_count: 100,
  most_unit_count: 100,
  stored_unit_count: 40,
  predicted_packets: 9_040_000,
  predicted_s: 14,
  predicted_low_s: 12,
  predicted_high_s: 16.5,
  predicted_by: 'class',
  axes: [],
  largest: { cell_index: 0, predicted_packets: 1 },
};

/** What the builder asks for; `more` adds answers or takes the place of these. */
export function serveBuilder(more: Record<string, Answer | Responder> = {}) {
  return fakeApi({
    'GET /api/presets': { body: presets() },
    'GET /api/algorithms': { body: algorithmsWithParameter() },
    'GET /api/schema/scenario': { body: scenarioSchema() },
    'POST /api/scenarios/check': { body: checked() },
    'POST /api/experiments/check': { body: COMES_TO },
    ...more,
  });
}

/** The builder with its form. */
export async function openBuilder(address = '/build?preset=elephant-and-mouse') {
  const view = renderApp(address);
  await screen.findByRole('textbox', { name: 'Base RTT of mouse' });
  return view;
}

export const draft = () => JSON.parse(currentDraft()?.text ?? '{}') as Definition;
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const bar = () => screen.getByRole('region', { name: 'Experiment' });
export const dialog = () => screen.findByRole('dialog', { name: /^Vary / });
export const undo = () => fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
