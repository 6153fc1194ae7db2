import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { bufferText, pathOf } from '@/analysis/describe';
import type { Preset } from '@/api/types';
import { PathDrawing } from '@/charts/PathDrawing';
import { presetsText } from '@/messages/presets';

import styles from './presets.module.css';
import { useRunTogether } from './useRunTogether';

const FIRST_SEED = 1;

/** One known case: its path, what it shows, and two ways in. */
export function PresetCase({ preset }: { preset: Preset }) {
  const { run, isStarting, error } = useRunTogether();
  const scenario = preset.variants[0]?.scenario;
  if (scenario === undefined) return null;
  const scenarios = preset.variants.map((variant) => variant.scenario);
  return (
    <li className={styles.case}>
      <PathDrawing
        path={pathOf(scenario)}
        bufferText={presetsText.bufferOf(bufferText(scenario.bottleneck.buffer))}
      />
      <h3 className={styles.caseName}>{preset.title}</h3>
      <p className="quiet small">{preset.sentence}</p>
      <p className="small">{preset.variants.map(({ title }) => title).join(', ')}</p>
      <p className={styles.caseActs}>
        <Button size="xs" disabled={isStarting} onClick={() => run(scenarios, FIRST_SEED)}>
          {isStarting ? presetsText.starting : runLabel(preset)}
        </Button>
        <Link to="/build" search={{ preset: preset.id, variant: 0 }}>
          {presetsText.edit}
        </Link>
      </p>
      {error !== null && (
        <p role="alert" className={styles.caseError}>
          {presetsText.notStarted}: {error.message}
        </p>
      )}
    </li>
  );
}

function runLabel(preset: Preset): string {
  return preset.variants.length > 1 ? presetsText.runBoth : presetsText.run;
}
