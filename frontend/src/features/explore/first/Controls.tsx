import { Link } from '@tanstack/react-router';
import { memo, useEffect, useId, useState } from 'react';

import {
  formatMilliseconds,
  formatSetRate,
  joinQuantity,
  toShortest,
} from '@/analysis/numbers/units';
import { groupLabel, kindTitle } from '@/analysis/scenario/describe';
import { capital } from '@/analysis/series/fragments';
import { useAlgorithms } from '@/api/catalog';
import { AlgorithmOptions } from '@/ui/fields/AlgorithmOptions';
import { Button } from '@/ui/Button';

import styles from './controls.module.css';
import {
  BUFFER_SCALE,
  BUFFER_TICKS,
  LOSS_SCALE,
  LOSS_TICKS,
  RTT_SCALE,
  RTT_TICKS,
  SEED_COUNT,
  knownCase,
  type Comparable,
  type Setting,
} from './setting';
import { StopSlider } from './StopSlider';
import { bufferWords, lossWords, rttWords } from './settingTexts';

interface ControlsProps {
  readonly comparable: Comparable;
  readonly setting: Setting;
  readonly onChange: (setting: Setting) => void;
  /** The sheet of a phone has come. */
  readonly onOpen: () => void;
}

/**
 * Two algorithms and three sliders; on a phone a bar that opens them as a sheet. Drawn when they
 * move, and not for every picture of their result.
 */
export const Controls = memo(function Controls(props: ControlsProps) {
  const { comparable, setting, onChange, onOpen } = props;
  const [isOpen, setOpen] = useState(false);
  // When the sheet and the smaller plots are there.
  useEffect(() => {
    if (isOpen) onOpen();
  }, [isOpen, onOpen]);
  const { base, cases } = comparable;
  const { presetId } = knownCase(comparable, setting) ?? cases[0];
  const elephant = groupLabel(base.flows[0]?.label ?? '', 0);
  return (
    <>
      <section
        className={styles.rail}
        aria-label="What is compared"
        data-open={isOpen || undefined}
      >
        <Pair {...{ setting, onChange }} />
        <hr />
        <StopSlider
          label={`${capital(elephant)} RTT`}
          value={setting.elephantRttMs}
          scale={RTT_SCALE}
          ticks={RTT_TICKS}
          format={rttWords}
          formatTick={String}
          onChange={(elephantRttMs) => onChange({ ...setting, elephantRttMs })}
        />
        <StopSlider
          label="Buffer"
          value={setting.bufferBdp}
          scale={BUFFER_SCALE}
          ticks={BUFFER_TICKS}
          format={bufferWords}
          formatTick={String}
          onChange={(bufferBdp) => onChange({ ...setting, bufferBdp })}
        />
        <StopSlider
          label="Random loss"
          value={setting.lossProbability}
          scale={LOSS_SCALE}
          ticks={LOSS_TICKS}
          format={lossWords}
          formatTick={(probability) => toShortest(probability * 100)}
          onChange={(lossProbability) => onChange({ ...setting, lossProbability })}
        />
        <hr />
        <p className="quiet small">{heldText(comparable)}</p>
        <Link className={styles.else} to="/build" search={{ preset: presetId, variant: 0 }}>
          Change anything else
        </Link>
      </section>
      <PhoneBar {...{ setting, elephant, isOpen }} onToggle={setOpen} />
    </>
  );
});

/** The other one's algorithm is a request to swap: beside itself it shows nothing. */
function Pair({ setting, onChange }: Pick<ControlsProps, 'setting' | 'onChange'>) {
  const [baseline, other] = setting.algorithms;
  return (
    <>
      <AlgorithmSelect
        label="Baseline"
        value={baseline}
        onChange={(name) =>
          onChange({ ...setting, algorithms: name === other ? [other, baseline] : [name, other] })
        }
      />
      <AlgorithmSelect
        label="Compare with"
        value={other}
        onChange={(name) =>
          onChange({
            ...setting,
            algorithms: name === baseline ? [other, baseline] : [baseline, name],
          })
        }
      />
    </>
  );
}

interface AlgorithmSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function AlgorithmSelect({ label, value, onChange }: AlgorithmSelectProps) {
  const { data } = useAlgorithms();
  const id = useId();
  const options = data ?? [{ name: value, title: value }];
  return (
    <div className={styles.algorithm}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <AlgorithmOptions algorithms={options} />
      </select>
    </div>
  );
}

function heldText({ base }: Comparable): string {
  const { bottleneck, flows } = base;
  const text =
    `Held fixed: ${groupLabel(flows[1]?.label ?? '', 1)} RTT ${joinQuantity(formatMilliseconds(flows[1]?.rtt_s))}, bottleneck ${joinQuantity(formatSetRate(bottleneck.rate_bps))} and ${joinQuantity(formatMilliseconds(bottleneck.delay_s))}, queue ${kindTitle(bottleneck.queue.kind)}, ` +
    `${toShortest(base.packet_bytes)}-byte packets, ${toShortest(base.duration_s)} s, seeds 1 to ${SEED_COUNT}.`;
  // A number and its unit stay on one line.
  return text.replace(/(\d) (ms|s|[kMG]?bit\/s)\b/g, '$1\u00a0$2');
}

interface PhoneBarProps {
  readonly setting: Setting;
  readonly elephant: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

function PhoneBar({ setting, elephant, isOpen, onToggle }: PhoneBarProps) {
  const values: [string, string][] = [
    [elephant, rttWords(setting.elephantRttMs)],
    ['Buffer', bufferWords(setting.bufferBdp)],
    ['Loss', lossWords(setting.lossProbability)],
  ];
  return (
    <div className={styles.bar}>
      <dl>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button variant="filled" aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
        {isOpen ? 'Done' : 'Change'}
      </Button>
    </div>
  );
}
