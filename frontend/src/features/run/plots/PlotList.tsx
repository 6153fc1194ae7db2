import type { LaneId, PaneId } from '@/charts/model';
import { LANE_IDS } from '@/charts/model';
import { Checkbox } from '@/ui/fields/Checkbox';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

import runStyles from '../run.module.css';
import styles from './stages.module.css';
import type { PlotChoice } from '../view/useRunView';

/** Which plots there are, in which order, and which of them show their numbers as a table. */
export function PlotList({ plots, hasRanking }: { plots: PlotChoice; hasRanking: boolean }) {
  const { order } = plots;
  return (
    <section>
      <h2>Show</h2>
      {hasRanking && <Switch name="ranking" plots={plots} />}
      {order.map((name, place) => (
        <div key={name}>
          <Row name={name} plots={plots}>
            <MoveButton plots={plots} name={name} by={-1} isEnd={place === 0} />
            <MoveButton plots={plots} name={name} by={1} isEnd={place === order.length - 1} />
          </Row>
          <PlotOptions name={name} plots={plots} />
        </div>
      ))}
      {LANE_IDS.map((name) => (
        <Row key={name} name={name} plots={plots} />
      ))}
      <Checkbox
        className={runStyles.check}
        label="Data table"
        checked={plots.hasTables}
        onChange={plots.toggleTable}
      />
    </section>
  );
}

type Name = PaneId | LaneId | 'ranking';

const PLOT_NAMES: Readonly<Record<Name, string>> = {
  throughput: 'Throughput',
  rtt: 'RTT',
  window: 'Window and inflight',
  rates: 'Pacing and bandwidth estimate',
  queue: 'Queue',
  phases: 'Phases',
  limits: 'Why limited',
  events: 'Events',
  ranking: 'Ranking',
};

function Switch({ name, plots }: { name: Name; plots: PlotChoice }) {
  return (
    <Checkbox
      className={runStyles.check}
      label={PLOT_NAMES[name]}
      checked={plots.isShown(name)}
      onChange={() => plots.toggle(name)}
    />
  );
}

interface RowProps {
  readonly name: PaneId | LaneId;
  readonly plots: PlotChoice;
  readonly children?: React.ReactNode;
}

function Row({ name, plots, children }: RowProps) {
  const hasTable = plots.hasTable(name);
  return (
    <div className={styles.plotRow}>
      <Switch name={name} plots={plots} />
      {name !== 'limits' && plots.isShown(name) ? (
        <button
          type="button"
          data-text
          className={hasTable ? 'strong' : undefined}
          aria-pressed={hasTable}
          aria-label={`Data table of ${PLOT_NAMES[name]}`}
          onClick={() => plots.toggleTableOf(name)}
        >
          table
        </button>
      ) : (
        <span />
      )}
      {children}
    </div>
  );
}

interface MoveButtonProps {
  readonly plots: PlotChoice;
  readonly name: PaneId;
  readonly by: -1 | 1;
  readonly isEnd: boolean;
}

function MoveButton({ plots, name, by, isEnd }: MoveButtonProps) {
  const say = by < 0 ? (plot: string) => `Move ${plot} up` : (plot: string) => `Move ${plot} down`;
  return (
    <button
      type="button"
      disabled={isEnd}
      aria-label={say(PLOT_NAMES[name])}
      title={say(PLOT_NAMES[name])}
      onClick={() => plots.move(name, by)}
    >
      {by < 0 ? '↑' : '↓'}
    </button>
  );
}

/** The options of a plot. */
function PlotOptions({ name, plots }: { name: PaneId; plots: PlotChoice }) {
  if (!plots.isShown(name)) return null;
  if (name === 'throughput') {
    return (
      <div className={styles.plotMore}>
        <SegmentedControl
          aria-label="Rate to draw"
          value={plots.isGoodput ? 'goodput' : 'throughput'}
          onChange={(value) => plots.setGoodput(value === 'goodput')}
          data={[
            { value: 'throughput', label: 'On the wire' },
            { value: 'goodput', label: 'Goodput' },
          ]}
        />
      </div>
    );
  }
  if (name !== 'window') return null;
  return (
    <div className={styles.plotMore}>
      <Checkbox
        className={runStyles.check}
        label="Slow-start threshold"
        checked={plots.hasSsthresh}
        onChange={plots.toggleSsthresh}
      />
    </div>
  );
}
