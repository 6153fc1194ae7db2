import { useMemo, useRef } from 'react';

import { useDeclaringAlgorithms } from '@/api/algorithms/modules';
import { exactText, instantText } from '@/analysis/numbers/instant';
import { spanText } from '@/analysis/series/span';
import { phasesByFlow } from '@/analysis/series/phaseState';
import { formatCount } from '@/analysis/numbers/units';
import type { Run } from '@/api/types';
import type { StageRun } from '@/charts/model';
import { useMomentFrame } from '@/charts/moment';
import { useCursorFact, useCursorStore } from '@/state/cursor';
import { Kbd } from '@/ui/Kbd';

import styles from '../run.module.css';
import { LiveTable } from './LiveTable';
import { groupColumns, Head, liveBlocks, phaseBlocks, sampleBlocks } from './stateBlocks';
import { MOST_COLUMNS, useHeldSample } from './useHeldSample';
import type { Sample } from './useSample';
import {
  flowStateVariables,
  formatMetric,
  LINK_VARIABLES,
  ownVariables,
  queueVariables,
} from './stateVariables';

interface StateSectionProps {
  readonly run: Run;
  readonly stage: StageRun;
  /** End of the range in view. */
  readonly endSeconds: number;
  readonly onEnlarge: () => void;
  /** Shows the packets around a time; null: there are none to show. */
  readonly onPackets: ((seconds: number) => void) | null;
}

/** The state of flows at the clock; frozen, every variable of the exact sample. */
export function StateSection(props: StateSectionProps) {
  const { run, stage, endSeconds, onEnlarge, onPackets } = props;
  const clock = useCursorStore();
  const held = useHeldSample(run.scenario, stage);
  const { shown, flows, frozenSeconds, sample, error } = held;
  const algorithms = useDeclaringAlgorithms(run.scenario);
  const variables = useMemo(() => {
    const names = new Set(flows.map(({ algorithm }) => algorithm));
    return [
      ...flowStateVariables(algorithms.filter(({ name }) => names.has(name))),
      ...ownVariables(run.scenario.flows),
    ];
  }, [algorithms, flows, run]);
  const newest = Math.min(endSeconds, stage.simulatedSeconds);
  const phases = useMemo(() => phasesByFlow(stage.phases), [stage.phases]);
  const timeOf = (seconds: number | null) => Math.min(seconds ?? newest, stage.simulatedSeconds);
  if (stage.series.timeSeconds.length === 0) return null;
  const packetBytes = stage.facts.packetBytes;
  const isLive = frozenSeconds === null;
  const groups = isLive && shown.length > MOST_COLUMNS ? groupColumns(run, stage) : [];
  const isGrouped = groups.length > 0;
  // With many flows only some have a curve; the others have no values while time moves.
  const drawn = isLive ? flows.filter(({ index }) => stage.series.flows.has(index)) : flows;
  const blocks = [
    ...(isGrouped ? [] : phaseBlocks(phases, !isLive)),
    ...(isLive
      ? liveBlocks(variables, stage, isGrouped)
      : sampleBlocks(
          variables,
          sample,
          flows.map(({ index }) => index),
          packetBytes,
        )),
  ];
  return (
    <section>
      <StateHead timeOf={timeOf} />
      <LiveTable
        label="State of flows"
        columns={
          isGrouped
            ? groups
            : drawn.map(({ index, label, groupIndex }) => ({ key: index, label, groupIndex }))
        }
        blocks={blocks}
        timeOf={timeOf}
      />
      {frozenSeconds !== null && sample !== null && (
        <LinkState
          sample={sample}
          packetBytes={packetBytes}
          queueKind={run.scenario.bottleneck.queue.kind}
        />
      )}
      <p className={styles.stateFoot}>
        <span>{isLive ? aboutPackets(packetBytes) : aboutSample(sample, error, packetBytes)}</span>
        <button type="button" onClick={onEnlarge}>
          All flows and variables
        </button>
        {onPackets !== null && (
          <button type="button" onClick={() => onPackets(timeOf(clock.read().timeSeconds))}>
            Packets of this moment
          </button>
        )}
      </p>
    </section>
  );
}

function StateHead({ timeOf }: { timeOf: (seconds: number | null) => number }) {
  const title = useRef<HTMLElement>(null);
  const isFrozen = useCursorFact((state) => state.isFrozen);
  useMomentFrame(useCursorStore(), ({ timeSeconds, isFrozen }) => {
    if (title.current === null) return;
    const time = timeOf(timeSeconds);
    title.current.textContent = `State at ${isFrozen ? exactText(time) : instantText(time)}`;
  });
  return (
    <h2>
      <b ref={title} />
      <span>
        {isFrozen ? <b>■ frozen</b> : 'freeze'} <Kbd>f</Kbd>
      </span>
    </h2>
  );
}

interface LinkStateProps {
  readonly sample: Sample;
  readonly packetBytes: number;
  readonly queueKind: string;
}

function LinkState({ sample, packetBytes, queueKind }: LinkStateProps) {
  const own = queueVariables(queueKind);
  const isOwn = (metric: string) => own.some((each) => each.metric === metric);
  const variables = [...LINK_VARIABLES.filter(({ metric }) => !isOwn(metric)), ...own];
  const rows = variables.map((variable) => ({
    key: variable.metric,
    head: <Head variable={variable} />,
    read: () => formatMetric(variable.metric, sample.link(variable.metric), packetBytes),
  }));
  return (
    <LiveTable
      label="State of the link"
      columns={[{ key: 0, label: 'link', groupIndex: null }]}
      blocks={[{ key: 'sample', heading: () => `over ${spanText(sample.span)}`, rows }]}
      timeOf={() => sample.span.toSeconds}
    />
  );
}

function aboutPackets(packetBytes: number): string {
  return `pkt: packets of ${formatCount(packetBytes)} bytes`;
}

function aboutSample(sample: Sample | null, error: Error | null, packetBytes: number): string {
  if (error !== null) return 'The exact sample could not be loaded.';
  if (sample === null) return 'Loading the exact sample.';
  return aboutPackets(packetBytes);
}
