/** The caption of a picture: which runs and settings it shows. Pure. */
import { capital } from '@/analysis/series/fragments';
import { countOf } from '@/analysis/numbers/shown';

export const captionParts = {
  seed: (seed: string) => `seed ${seed}`,
  seeds: (count: number) => countOf(count, 'seed'),
  core: (version: string) => `core ${version}`,
  digest: (digest: string) => `scenario ${digest}`,
  baseline: (name: string) => `${name} (baseline)`,
  baselineRun: 'baseline',
  styles: {
    solid: 'solid',
    dashed: 'dashed',
    dotted: 'dotted',
    dashdot: 'dash-dotted',
    longdash: 'long dashes',
    longdashdot: 'long dashes and dots',
  },
} as const;

const DIGEST_LETTERS = 12;

interface CaptionRun {
  /** What distinguishes it from the others: its algorithms, mostly. */
  readonly label: string;
  readonly isBaseline: boolean;
  /** How its lines are drawn, where that distinguishes runs. */
  readonly style?: string | undefined;
  readonly seed: number;
  readonly coreVersion: string | null;
  readonly scenarioDigest: string;
}

/** `Elephant and mouse. FaiRTT, BBRv2 (baseline). Seed 1; core 0.1.0+…; scenario 1a2b3c4d5e6f`. */
export function runsCaption(name: string, runs: readonly CaptionRun[]): string {
  const labels = runs.map(({ label, isBaseline, style }) => {
    const marks = [
      isBaseline ? captionParts.baselineRun : '',
      runs.length > 1 ? (style ?? '') : '',
    ];
    const said = marks.filter((mark) => mark !== '').join(', ');
    return said === '' ? label : `${label} (${said})`;
  });
  const facts = [
    distinct(runs, ({ seed }) => captionParts.seed(String(seed))),
    distinct(runs, ({ coreVersion }) =>
      coreVersion === null ? '' : captionParts.core(coreVersion),
    ),
    distinct(runs, (run) => captionParts.digest(run.scenarioDigest.slice(0, DIGEST_LETTERS))),
  ];
  const named = labels.filter((label) => label !== name).join(', ');
  return sentences([name, named, facts.filter((fact) => fact !== '').join('; ')]);
}

interface CaptionExperiment {
  readonly name: string;
  /** What is compared; empty names are left out. */
  readonly arms: readonly { readonly name: string; readonly isBaseline: boolean }[];
  readonly seedCount: number;
  /** No cell has more seeds, some may have fewer. */
  readonly isMost?: boolean;
  readonly coreVersion: string | null;
}

/** `Buffers and RTTs. FaiRTT, BBRv2 (baseline). 20 seeds; core 0.1.0+…`. */
export function experimentCaption(experiment: CaptionExperiment): string {
  const { name, arms, seedCount, isMost, coreVersion } = experiment;
  const labels = arms
    .filter((arm) => arm.name !== '')
    .map((arm) => (arm.isBaseline ? captionParts.baseline(arm.name) : arm.name));
  const seeds = captionParts.seeds(seedCount);
  const facts = [isMost === true ? `up to ${seeds}` : seeds];
  if (coreVersion !== null) facts.push(captionParts.core(coreVersion));
  return sentences([name, labels.join(', '), facts.join('; ')]);
}

function distinct(runs: readonly CaptionRun[], said: (run: CaptionRun) => string): string {
  return [...new Set(runs.map(said))].filter((text) => text !== '').join(', ');
}

/** Parts that say something, each as a sentence. */
export function sentences(parts: readonly string[]): string {
  const said = parts.filter((part) => part !== '');
  return said.map(capital).join('. ');
}
