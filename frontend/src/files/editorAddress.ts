import { type OpenedText, readOpenedFile } from '@/analysis/links/openedFile';
import { scenarioFragment } from '@/analysis/links/scenarioLink';
import { bottleneckFields } from '@/analysis/imports/linkSteps';
import type { LinkTrace } from '@/analysis/imports/linkTrace';
import { parseText } from '@/analysis/scenario/problems';

/** The longest label of a trace in a scenario. */
const MOST_LABEL_CHARACTERS = 80;
const LEAST_RATE_BPS = 1000;
const LEAST_RTT_S = 0.0001;
const USUAL = { duration_s: 30, rtt_s: 0.04, seed: 1 } as const;

/** The part behind `#` under which the editor begins a new draft with the trace of a link. */
export function linkFragment(link: LinkTrace): string {
  const { name, opportunities_ms, mean_rate_bps, delay } = link;
  const content = {
    version: 1,
    name: `Over ${name}`.slice(0, 200),
    duration_s: USUAL.duration_s,
    bottleneck: {
      rate_bps: Math.max(LEAST_RATE_BPS, Math.round(mean_rate_bps)),
      trace: { label: name.slice(0, MOST_LABEL_CHARACTERS), opportunities_ms },
      ...bottleneckFields(link),
    },
    flows: [
      { rtt_s: Math.max(delay?.rtt_s ?? USUAL.rtt_s, LEAST_RTT_S), algorithm: { name: 'cubic' } },
    ],
  };
  return scenarioFragment({ content, seed: USUAL.seed }).slice(1);
}

/** The same of a scenario, an experiment or a result; null: it has a slip. */
export async function fileFragment(file: File): Promise<string | null> {
  const opened: OpenedText = await readOpenedFile(file);
  const { value } = parseText(opened.text);
  if (value === null) return null;
  return scenarioFragment({ content: value, seed: opened.seed ?? USUAL.seed }).slice(1);
}
