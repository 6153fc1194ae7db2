/**
 * Links that hold a whole run: settings, seed and view, and what the run gave, so that
 * opening one computes it again and compares. They are links to settings (scenarioLink.ts) with
 * `&behaviour=7&series=…&summary=…&view=…` behind: behaviour version of the core, both digests in
 * hexadecimal, and the parameters of the run's page.
 */
import { readScenarioFragment, scenarioFragment, UnreadableError } from './scenarioLink';
import type { LinkedDocument } from './scenarioLink';

export interface LinkedResult extends LinkedDocument {
  readonly behaviourVersion: number;
  readonly seriesDigest: string;
  readonly summaryDigest: string;
  /** Of the run's page, as an address has them; may be empty. */
  readonly view: string;
}

const DIGEST = /^[0-9a-f]{64}$/;

/** Whether a fragment says what a run gave, beside its settings. */
export function isResultFragment(fragment: string): boolean {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  return parameters.has('lab1') && parameters.has('behaviour');
}

/** The fragment with its `#`. */
export function resultFragment(linked: LinkedResult): string {
  const { behaviourVersion, seriesDigest, summaryDigest, view } = linked;
  const given = new URLSearchParams({
    behaviour: String(behaviourVersion),
    series: seriesDigest,
    summary: summaryDigest,
    ...(view === '' ? {} : { view }),
  });
  return `${scenarioFragment(linked)}&${given}`;
}

/** Throws `UnreadableError`. */
export function readResultFragment(fragment: string): LinkedResult {
  const linked = readScenarioFragment(fragment);
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const behaviourVersion = Number(parameters.get('behaviour') ?? '');
  const seriesDigest = parameters.get('series') ?? '';
  const summaryDigest = parameters.get('summary') ?? '';
  const isWhole =
    Number.isSafeInteger(behaviourVersion) &&
    behaviourVersion > 0 &&
    [seriesDigest, summaryDigest].every((digest) => DIGEST.test(digest));
  if (!isWhole)
    throw new UnreadableError(
      'It is damaged: what the run gave is missing. Copy it again, from # to its end.',
    );
  const view = parameters.get('view') ?? '';
  return { ...linked, behaviourVersion, seriesDigest, summaryDigest, view };
}
