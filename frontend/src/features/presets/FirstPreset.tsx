import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';

import { bufferText, lossText, pathOf, queueText } from '@/analysis/describe';
import {
  formatCount,
  formatMilliseconds,
  formatRate,
  formatSetRate,
  joinQuantity,
  toDigits,
  toShortest,
  type Quantity,
} from '@/analysis/units';
import { useScenarioCheck } from '@/api/scenarios';
import type { Preset, Scenario } from '@/api/types';
import { PathDrawing } from '@/charts/PathDrawing';
import { presetsText } from '@/messages/presets';
import { Facts } from '@/ui/Facts';
import { Note } from '@/ui/Note';
import { Pill } from '@/ui/Pill';
import { SeedInput } from '@/ui/SeedInput';

import styles from './presets.module.css';
import { useRunPreset } from './useRunPreset';

/** The comparison that the lab opens with. */
export function FirstPreset({ preset }: { preset: Preset }) {
  const [seed, setSeed] = useState(1);
  const { run, isStarting, error } = useRunPreset(preset);
  const seedId = useId();
  const scenario = preset.variants[0]?.scenario;
  if (scenario === undefined) return null;
  const names = preset.variants.map(({ title }) => title).join(' and ');
  return (
    <>
      <section className={styles.find}>
        <div>
          <h1>{preset.title}</h1>
          <p className={styles.sentence}>{preset.sentence}</p>
          <p className="quiet">{presetsText.together(names, seed)}</p>
        </div>
        <form
          className={styles.acts}
          onSubmit={(event) => {
            event.preventDefault();
            run(seed);
          }}
        >
          <label htmlFor={seedId} title={presetsText.seedHelp}>
            {presetsText.seed}
          </label>
          <SeedInput id={seedId} value={seed} onChange={setSeed} />
          <Button type="submit" variant="filled" disabled={isStarting}>
            {isStarting ? presetsText.starting : runLabel(preset)}
          </Button>
        </form>
        {error !== null && (
          <Note tone="bad" title={presetsText.notStarted}>
            {error.message}
          </Note>
        )}
      </section>
      <section className={styles.bench}>
        <div className={styles.rail}>
          <h2>{presetsText.variants}</h2>
          <ul className={styles.variants}>
            {preset.variants.map((variant, index) => (
              <li key={variant.title}>
                <b>{variant.title}</b>
                {preset.variants.length > 1 && (
                  <Pill>{index === 0 ? presetsText.baseline : presetsText.solid}</Pill>
                )}
                <Link to="/build" search={{ preset: preset.id, variant: index }}>
                  {presetsText.edit}
                </Link>
              </li>
            ))}
          </ul>
          <h2>{presetsText.held}</h2>
          <Facts items={scenarioFacts(scenario)} />
        </div>
        <div className={styles.path}>
          <h3>{presetsText.path}</h3>
          <PathDrawing
            path={pathOf(scenario)}
            bufferText={presetsText.bufferOf(bufferText(scenario.bottleneck.buffer))}
            rowPx={62}
          />
          <KeyNumbers scenario={scenario} />
        </div>
      </section>
    </>
  );
}

/** What follows from the setting before anything runs. */
function KeyNumbers({ scenario }: { scenario: Scenario }) {
  const { data } = useScenarioCheck(scenario);
  if (data === undefined) return null;
  const { derived } = data;
  const numbers: [string, Quantity][] = [
    [presetsText.fairShare, formatRate(derived.fair_share_bps)],
    [
      presetsText.bdp,
      {
        value: derived.groups.map(({ bdp_packets }) => toDigits(bdp_packets)).join(', '),
        unit: presetsText.packets,
      },
    ],
    [
      presetsText.bufferSize,
      { value: formatCount(derived.buffer_packets), unit: presetsText.packets },
    ],
    [presetsText.fullQueue, formatMilliseconds(derived.buffer_s, 0)],
  ];
  return (
    <dl className={styles.keyNumbers}>
      {numbers.map(([name, { value, unit }]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value} <small>{unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function runLabel(preset: Preset): string {
  return preset.variants.length > 1 ? presetsText.runBoth : presetsText.run;
}

function scenarioFacts({ bottleneck, duration_s }: Scenario): [string, string][] {
  return [
    [presetsText.rate, joinQuantity(formatSetRate(bottleneck.rate_bps))],
    [presetsText.delay, joinQuantity(formatMilliseconds(bottleneck.delay_s))],
    [presetsText.buffer, bufferText(bottleneck.buffer)],
    [presetsText.queue, queueText(bottleneck.queue.kind)],
    [presetsText.loss, lossText(bottleneck.loss)],
    [presetsText.duration, `${toShortest(duration_s)} s`],
  ];
}
