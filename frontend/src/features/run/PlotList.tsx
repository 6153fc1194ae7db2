import { Checkbox, SegmentedControl } from '@mantine/core';

import type { LaneId, PaneId } from '@/charts/model';
import { LANE_IDS } from '@/charts/model';
import { chartText } from '@/messages/charts';
import { flowText } from '@/messages/flows';
import { runText } from '@/messages/run';

import runStyles from './run.module.css';
import styles from './stages.module.css';
import type { RunViewState } from './useRunView';

/** Which plots there are, in which order, and which of them show their numbers as a table. */
export function PlotList({ view }: { view: RunViewState }) {
  const { order } = view;
  return (
    <section>
      <h2>{runText.show}</h2>
      <Switch name="ranking" view={view} />
      {order.map((name, place) => (
        <div key={name}>
          <Row name={name} view={view}>
            <MoveButton view={view} name={name} by={-1} isEnd={place === 0} />
            <MoveButton view={view} name={name} by={1} isEnd={place === order.length - 1} />
          </Row>
          <Extra name={name} view={view} />
        </div>
      ))}
      {LANE_IDS.map((name) => (
        <Row key={name} name={name} view={view} />
      ))}
      <Checkbox
        className={runStyles.check}
        size="xs"
        label={chartText.table}
        checked={view.view.table === true}
        onChange={view.toggleTable}
      />
    </section>
  );
}

type Name = PaneId | LaneId | 'ranking';

function Switch({ name, view }: { name: Name; view: RunViewState }) {
  return (
    <Checkbox
      className={runStyles.check}
      size="xs"
      label={chartText[name]}
      checked={view.isShown(name)}
      onChange={() => view.toggle(name)}
    />
  );
}

interface RowProps {
  readonly name: PaneId | LaneId;
  readonly view: RunViewState;
  readonly children?: React.ReactNode;
}

function Row({ name, view, children }: RowProps) {
  const hasTable = view.hasTable(name);
  return (
    <div className={styles.plotRow}>
      <Switch name={name} view={view} />
      {name !== 'limits' && view.isShown(name) ? (
        <button
          type="button"
          data-text
          aria-pressed={hasTable}
          aria-label={flowText.tableOf(chartText[name])}
          onClick={() => view.toggleTableOf(name)}
        >
          {flowText.table}
        </button>
      ) : (
        <span />
      )}
      {children}
    </div>
  );
}

interface MoveButtonProps {
  readonly view: RunViewState;
  readonly name: PaneId;
  readonly by: -1 | 1;
  readonly isEnd: boolean;
}

function MoveButton({ view, name, by, isEnd }: MoveButtonProps) {
  const say = by < 0 ? flowText.moveUp : flowText.moveDown;
  return (
    <button
      type="button"
      disabled={isEnd}
      aria-label={say(chartText[name])}
      title={say(chartText[name])}
      onClick={() => view.move(name, by)}
    >
      {by < 0 ? '↑' : '↓'}
    </button>
  );
}

/** What can be chosen within a plot. */
function Extra({ name, view }: { name: PaneId; view: RunViewState }) {
  if (!view.isShown(name)) return null;
  if (name === 'throughput') {
    return (
      <div className={styles.plotMore}>
        <SegmentedControl
          aria-label={flowText.rate}
          value={view.view.rate ?? 'throughput'}
          onChange={(value) => view.setGoodput(value === 'goodput')}
          data={[
            { value: 'throughput', label: flowText.wire },
            { value: 'goodput', label: flowText.payload },
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
        size="xs"
        label={flowText.ssthresh}
        checked={view.view.ssthresh === true}
        onChange={view.toggleSsthresh}
      />
    </div>
  );
}
