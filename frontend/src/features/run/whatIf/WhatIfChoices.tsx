import { useId, useState } from 'react';

import { toDigits, toShortest } from '@/analysis/numbers/units';
import { countOf } from '@/analysis/numbers/shown';
import { groupLabel } from '@/analysis/scenario/describe';
import { useChoosableAlgorithms } from '@/api/algorithms/modules';
import type { Scenario } from '@/api/types';
import type { Alteration, WhatIfOffers, WhatIfRequest } from '@/api/runs/whatIf';
import { AlgorithmOptions } from '@/ui/fields/AlgorithmOptions';
import { NumberInput } from '@/ui/fields/NumberInput';
import { plainField } from '@/analysis/scenario/fields/plainField';
import { Button } from '@/ui/Button';

import { AlterationPreview } from './AlterationPreview';
import { meanRtt, shortestRtt } from './alteredScenario';
import styles from './whatIf.module.css';

const SEED_COUNTS = [3, 5, 10, 20, 50] as const;
const MILLI = 1e-3;

interface Choice {
  readonly title: string;
  readonly alteration: Alteration;
  readonly isChosen: boolean;
}

interface WhatIfChoicesProps {
  readonly scenario: Scenario;
  readonly offers: WhatIfOffers;
  readonly isPending: boolean;
  readonly onAsk: (request: WhatIfRequest) => void;
}

/** Which changes to compute, some with a value of their own, and over how many seeds. */
export function WhatIfChoices({ scenario, offers, isPending, onAsk }: WhatIfChoicesProps) {
  const id = useId();
  const [choices, setChoices] = useState<readonly Choice[]>(() =>
    offers.offers.map((offer) => ({ ...offer, isChosen: true })),
  );
  const [seedCount, setSeedCount] = useState(offers.seed_count);
  const change = (place: number, changes: Partial<Choice>) =>
    setChoices(choices.map((old, index) => (index === place ? { ...old, ...changes } : old)));
  // The one whose value was set last.
  const [edited, setEdited] = useState<Alteration | null>(null);
  const perRun = offers.predicted_packets / ((offers.offers.length + 1) * offers.seed_count);
  const alterations = choices.flatMap(({ isChosen, alteration }) => (isChosen ? [alteration] : []));
  const packets = perRun * (alterations.length + 1) * seedCount;
  return (
    <form
      className={styles.choices}
      onSubmit={(event) => {
        event.preventDefault();
        onAsk({ alterations, seed_count: seedCount });
      }}
    >
      <fieldset>
        <legend className="visually-hidden">Changes</legend>
        {choices.map(({ title, alteration, isChosen }, place) => (
          <div key={place} className={styles.choice}>
            <input
              type="checkbox"
              aria-label={title}
              checked={isChosen}
              onChange={({ target }) => change(place, { isChosen: target.checked })}
            />
            <AlterationFields
              title={title}
              alteration={alteration}
              scenario={scenario}
              onChange={(next) => {
                change(place, { alteration: next, isChosen: true });
                setEdited(next);
              }}
            />
          </div>
        ))}
      </fieldset>
      {edited !== null && <AlterationPreview scenario={scenario} alteration={edited} />}
      <div className={styles.asking}>
        <label htmlFor={`${id}-seeds`}>Seeds</label>
        <select
          id={`${id}-seeds`}
          value={seedCount}
          onChange={({ target }) => setSeedCount(Number(target.value))}
        >
          {SEED_COUNTS.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
        <Button type="submit" variant="filled" disabled={isPending || alterations.length === 0}>
          Compute
        </Button>
        <span className="small quiet">
          {`${countOf((alterations.length + 1) * seedCount, 'run')}, about ${packetsText(packets)} packets in all. Stored runs are not computed again.`}
        </span>
      </div>
    </form>
  );
}

function packetsText(count: number): string {
  return count < 1e6 ? toDigits(count, 1) : `${toDigits(count / 1e6, 2)} million`;
}

interface AlterationFieldsProps {
  readonly title: string;
  readonly alteration: Alteration;
  readonly scenario: Scenario;
  readonly onChange: (next: Alteration) => void;
}

/** The words of a difference, with fields where it has a value. */
function AlterationFields({ title, alteration, scenario, onChange }: AlterationFieldsProps) {
  switch (alteration.kind) {
    case 'equal_rtts':
      return <RttField alteration={alteration} scenario={scenario} onChange={onChange} />;
    case 'other_algorithm':
      return <AlgorithmFields alteration={alteration} scenario={scenario} onChange={onChange} />;
    case 'other_buffer':
      return <BufferFields alteration={alteration} scenario={scenario} onChange={onChange} />;
    default:
      return <span>{title}</span>;
  }
}

type Of<Kind extends Alteration['kind']> = Extract<Alteration, { kind: Kind }>;

interface RttFieldProps {
  readonly alteration: Of<'equal_rtts'>;
  readonly scenario: Scenario;
  readonly onChange: (next: Alteration) => void;
}

function RttField({ alteration, scenario, onChange }: RttFieldProps) {
  const shown = alteration.rtt_s ?? meanRtt(scenario);
  return (
    <label>
      Every RTT{' '}
      <Positive
        label="Every RTT, ms"
        unit="ms"
        factor={MILLI}
        value={shown}
        onChange={(value) => onChange({ ...alteration, rtt_s: value })}
      />{' '}
      ms
    </label>
  );
}

interface AlgorithmFieldsProps {
  readonly alteration: Of<'other_algorithm'>;
  readonly scenario: Scenario;
  readonly onChange: (next: Alteration) => void;
}

function AlgorithmFields({ alteration, scenario, onChange }: AlgorithmFieldsProps) {
  const { data: algorithms = [] } = useChoosableAlgorithms(scenario);
  const { group_index, algorithm } = alteration;
  return (
    <span>
      <select
        aria-label="Which flows"
        value={group_index}
        onChange={({ target }) => onChange({ ...alteration, group_index: Number(target.value) })}
      >
        {scenario.flows.map(({ label }, index) => (
          <option key={index} value={index}>
            {groupLabel(label, index)}
          </option>
        ))}
      </select>{' '}
      on{' '}
      <select
        aria-label="Algorithm"
        value={algorithm.name}
        onChange={({ target }) =>
          onChange({ ...alteration, algorithm: { name: target.value, parameters: {} } })
        }
      >
        <AlgorithmOptions algorithms={algorithms} />
      </select>
    </span>
  );
}

interface BufferFieldsProps {
  readonly alteration: Of<'other_buffer'>;
  readonly scenario: Scenario;
  readonly onChange: (next: Alteration) => void;
}

const BUFFER_UNITS = { bdp: 'BDP', packets: 'packets', bytes: 'kB', seconds: 'ms' } as const;
const PER_UNIT = { bdp: 1, packets: 1, bytes: 1e3, seconds: MILLI } as const;

function BufferFields({ alteration, scenario, onChange }: BufferFieldsProps) {
  const { buffer, link_id } = alteration;
  const { unit, amount, rtt_s } = buffer;
  const reference = rtt_s ?? shortestRtt(scenario, link_id);
  const of = unit === 'bdp' ? ` of ${toShortest(reference / MILLI)} ms` : '';
  const at = scenario.links.length > 0 ? ` at link ${link_id}` : '';
  return (
    <label>
      Buffer{' '}
      <Positive
        label={`Buffer, ${BUFFER_UNITS[unit]}${of}${at}`}
        unit={BUFFER_UNITS[unit]}
        factor={PER_UNIT[unit]}
        value={amount}
        onChange={(value) => onChange({ ...alteration, buffer: { ...buffer, amount: value } })}
      />{' '}
      {BUFFER_UNITS[unit]}
      {of}
      {at}
    </label>
  );
}

interface PositiveProps {
  readonly label: string;
  readonly unit: string;
  /** Of the value in one unit that is typed. */
  readonly factor: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

const POSITIVE = plainField({ minimum: 0, isAboveMinimum: true });

/** A number above zero. What is none stays in the field, refused, and is not passed on. */
function Positive({ label, unit, factor, value, onChange }: PositiveProps) {
  return (
    <NumberInput
      label={label}
      field={POSITIVE}
      value={value}
      factor={factor}
      shown={{ unit }}
      isBad={false}
      onChange={(next) => typeof next === 'number' && next > 0 && onChange(next)}
    />
  );
}
