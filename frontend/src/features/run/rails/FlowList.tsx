import clsx from 'clsx';
import { useState } from 'react';

import { formatMilliseconds, joinQuantity, toShortest } from '@/analysis/numbers/units';
import { groupLabel } from '@/analysis/scenario/describe';
import type { FlowGroup, Scenario } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { listed } from '@/analysis/series/fragments';
import { isFaded, isHidden, type FlowMark, type FlowSpan } from '@/analysis/series/flowMarks';
import { useHighlight } from '@/charts/moment';
import { KIND_TITLES } from '@/generated/kindTitles';
import { ReadingNote } from '@/readings/ReadingNote';
import { useFlowFocus } from '@/state/flowFocus';

import styles from './flows.module.css';

interface FlowListProps {
  readonly scenario: Scenario;
  readonly titleOf: (algorithm: string) => string;
}

/** The flows as switches: shown or hidden, and highlighted, on every part of the page at once. */
export function FlowList({ scenario, titleOf }: FlowListProps) {
  const { spans, hidden, showAll } = useFlowFocus();
  const isAnyHidden = hidden.groups.size + hidden.flows.size > 0;
  return (
    <section>
      <h2>
        Flows
        {isAnyHidden && (
          <button type="button" className={styles.all} onClick={showAll}>
            show all
          </button>
        )}
      </h2>
      <ul>
        {scenario.flows.map((group, index) => (
          <GroupRow
            key={index}
            group={group}
            span={spans[index] ?? { groupIndex: index, firstIndex: 0, count: 0 }}
            titleOf={titleOf}
            hasPaths={scenario.links.length > 0}
          />
        ))}
      </ul>
      <ReadingNote within={scenario.flows} />
    </section>
  );
}

interface GroupRowProps {
  readonly group: FlowGroup;
  readonly span: FlowSpan;
  readonly titleOf: (algorithm: string) => string;
  /** There are several links: each group says which its data passes. */
  readonly hasPaths: boolean;
}

function GroupRow({ group, span, titleOf, hasPaths }: GroupRowProps) {
  const [isOpen, setOpen] = useState(false);
  const label = groupLabel(group.label, span.groupIndex);
  const start = `${toShortest(group.start_s)} s`;
  const isOne = group.count === 1;
  const mark = { groupIndex: span.groupIndex, flowIndex: isOne ? span.firstIndex : null };
  return (
    <li>
      <FlowSwitch
        mark={mark}
        name={isOne ? label : `${group.count} × ${label}`}
        note={joinQuantity(formatMilliseconds(group.rtt_s))}
      />
      <p className={styles.more}>
        {[...new Set([titleOf(group.algorithm.name), trafficTitle(group.traffic.kind)])].join(', ')}
        , starts at {start}
        {group.stop_s != null && `, stops at ${toShortest(group.stop_s)} s`}
        {hasPaths && `, over ${listed(group.path)}`}
        {group.return_path.length > 0 && `, ACKs over ${listed(group.return_path)}`}
        {!isOne && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'fold' : 'each'}
          </button>
        )}
      </p>
      {isOpen && <Members span={span} label={label} />}
    </li>
  );
}

function trafficTitle(kind: string): string {
  return KIND_TITLES[kind] ?? kind;
}

/** So many rows are worth scrolling through; the ranking and the small plots reach the others. */
const MOST_MEMBERS = 200;

function Members({ span, label }: { span: FlowSpan; label: string }) {
  const listed = Math.min(span.count, MOST_MEMBERS);
  return (
    <>
      <ul className={styles.members}>
        {Array.from({ length: listed }, (_, member) => (
          <li key={member}>
            <FlowSwitch
              mark={{ groupIndex: span.groupIndex, flowIndex: span.firstIndex + member }}
              name={`${label} ${member + 1}`}
              note=""
            />
          </li>
        ))}
      </ul>
      {listed < span.count && (
        <p className={styles.more}>
          The first {listed} of {span.count}. The ranking above the plots shows all.
        </p>
      )}
    </>
  );
}

interface FlowSwitchProps {
  readonly mark: FlowMark;
  readonly name: string;
  readonly note: string;
}

function FlowSwitch({ mark, name, note }: FlowSwitchProps) {
  const focus = useFlowFocus();
  const highlight = useHighlight(focus);
  const isShown = !isHidden(focus.hidden, mark);
  const enter = () => focus.highlight(mark);
  const leave = () => focus.highlight(null);
  return (
    <div
      className={clsx(styles.row, hueClass(mark.groupIndex))}
      data-faded={isFaded(highlight, mark) || undefined}
      onPointerEnter={enter}
      onPointerLeave={leave}
      onFocus={enter}
      onBlur={leave}
    >
      <button
        type="button"
        className={styles.switch}
        aria-pressed={isShown}
        title={isShown ? `Hide ${name}` : `Show ${name}`}
        onClick={() => focus.toggle(mark)}
      >
        <i aria-hidden="true" />
        <b className="hue-text cut">{name}</b>
      </button>
      <button
        type="button"
        className={styles.only}
        aria-label={`Show only ${name}`}
        onClick={() => focus.showOnly(mark)}
      >
        only
      </button>
      <span>{note}</span>
    </div>
  );
}
