import clsx from 'clsx';
import { useId, useState } from 'react';

import { useCauses } from '@/api/runs/why';
import type { components } from '@/api/schema';
import type { Run } from '@/api/types';
import { hueClass } from '@/charts/palette';
import { Note } from '@/ui/Note';
import { Term } from '@/ui/Term';
import { aligned } from '@/analysis/numbers/shown';

import { instantText } from '@/analysis/numbers/instant';
import { useMayAsk } from '@/opening/curvesFirst';
import { allFlows, useShownFlows, type TableFlow } from '../state/tableFlows';
import { TimeLink } from './TimeLink';
import styles from './why.module.css';

type Link = components['schemas']['CauseLink'];
type Chain = components['schemas']['FlowChain'];

const LINK_TITLES: Record<Link['kind'], string> = {
  share: 'Gets',
  limit: 'Limited by',
  variable: 'Bound by',
  origin: 'Set by',
  queue: 'Queue',
};

/** Room around a moment, so that what leads to it and follows from it is in view. */
const AROUND_SECONDS = 1;

/** The chain of causes of the flow that is chosen. */
export function WhyFlow({ run }: { run: Run }) {
  const shown = useShownFlows(run.scenario);
  const [chosen, setChosen] = useState<number | null>(null);
  const flows = shown.length > 0 ? shown : allFlows(run.scenario);
  const flow = flows.find(({ index }) => index === chosen) ?? flows[0];
  const mayAsk = useMayAsk();
  const { data, error } = useCauses(run.id, flow?.index ?? 0, mayAsk && run.status === 'done');
  if (flow === undefined || run.status !== 'done') return null;
  const failure = error?.message ?? data?.error ?? null;
  const chain = data?.chains[0];
  return (
    <div className="stack">
      <FlowChoice label="Why of" flows={flows} value={flow.index} onChange={setChosen} />
      {failure !== null && (
        <Note tone="bad" title="The causes could not be loaded.">
          {failure}
        </Note>
      )}
      {failure === null && data?.status !== 'done' && (
        <p className="quiet" aria-live="polite">
          {data === undefined
            ? 'Loading the causes.'
            : 'Computing the run again to record what limited its flows.'}
        </p>
      )}
      {chain !== undefined && <ChainList chain={chain} />}
    </div>
  );
}

interface FlowChoiceProps {
  readonly label: string;
  readonly flows: readonly TableFlow[];
  readonly value: number;
  readonly onChange: (index: number) => void;
}

/** More flows than this are found by typing: a list of a thousand is too long to read. */
const MOST_LISTED = 12;

/** Which flow a section is about. */
export function FlowChoice({ label, flows, value, onChange }: FlowChoiceProps) {
  const id = useId();
  if (flows.length < 2) return null;
  return (
    <label htmlFor={id} className={styles.choice}>
      <span className="faint">{label}</span>
      {flows.length > MOST_LISTED ? (
        <FlowSearch id={id} flows={flows} value={value} onChange={onChange} />
      ) : (
        <select id={id} value={value} onChange={(event) => onChange(Number(event.target.value))}>
          {flows.map((flow) => (
            <option key={flow.index} value={flow.index}>
              {flow.label}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}

interface FlowSearchProps extends Omit<FlowChoiceProps, 'label'> {
  readonly id: string;
}

/** A field that offers the first flows whose names hold what is typed, and takes a whole name. */
function FlowSearch({ id, flows, value, onChange }: FlowSearchProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const wanted = (draft ?? '').trim().toLowerCase();
  const found = flows
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, MOST_LISTED);
  const shown = flows.find(({ index }) => index === value)?.label ?? '';
  return (
    <>
      <input
        id={id}
        type="search"
        list={`${id}-flows`}
        autoComplete="off"
        placeholder="Name of a flow"
        value={draft ?? shown}
        onFocus={() => setDraft('')}
        onBlur={() => setDraft(null)}
        onChange={({ target }) => {
          setDraft(target.value);
          const flow = flows.find(({ label }) => label === target.value.trim());
          if (flow !== undefined) onChange(flow.index);
        }}
      />
      <datalist id={`${id}-flows`}>
        {found.map(({ index, label }) => (
          <option key={index} value={label} />
        ))}
      </datalist>
    </>
  );
}

/** Several share it, with their numbers, or nothing is recorded of it. */
function untold(link: Link, chain: Chain): string {
  const isShared = ({ is_told, numbers }: Link) => !is_told && numbers.length > 0;
  const variable = chain.links.find(({ kind }) => kind === 'variable');
  const isOfSeveral = link.kind === 'origin' && variable !== undefined && isShared(variable);
  return isShared(link) || isOfSeveral ? 'no single one' : 'unknown';
}

function ChainList({ chain }: { chain: Chain }) {
  return (
    <ol className={styles.links} aria-label={`Chain of causes of ${chain.name}`}>
      {chain.links.map((link) => (
        <li key={link.kind} className={clsx(styles.link, hueClass(chain.group_index))}>
          <p className={styles.linkHead}>
            <Term name={LINK_TITLES[link.kind]} definition={`From: ${link.source}.`} />
            {!link.is_told && <span className="strong">{untold(link, chain)}</span>}
            <Windows link={link} />
          </p>
          <p className={styles.sentence}>{link.sentence}</p>
          <Moments link={link} />
        </li>
      ))}
    </ol>
  );
}

function Windows({ link }: { link: Link }) {
  return link.windows.map(({ from_s, to_s }) => (
    <TimeLink
      key={from_s}
      range={[from_s, to_s]}
      title={(from, to) => `Show its longest period, ${from} to ${to} s`}
      className={styles.window}
    >
      {aligned(from_s, 1)} to {aligned(to_s, 1)} s
    </TimeLink>
  ));
}

/** When the variable was set, each with the numbers that decided. */
function Moments({ link }: { link: Link }) {
  const { moments, moment_count } = link;
  if (moments.length === 0) return null;
  const title =
    moments.length === moment_count
      ? `${moment_count} ${moment_count === 1 ? 'moment' : 'moments'}`
      : `${moments.length} of ${moment_count} moments`;
  return (
    <details className={styles.moments}>
      <summary>{title}</summary>
      <ul>
        {moments.map(({ time_s, text }) => (
          <li key={time_s}>
            <TimeLink
              range={[time_s - AROUND_SECONDS, time_s + AROUND_SECONDS]}
              atSeconds={time_s}
              title={(from, to) => `Set the clock to this moment and show ${from} to ${to} s`}
            >
              {instantText(time_s)}
            </TimeLink>{' '}
            {text}
          </li>
        ))}
      </ul>
    </details>
  );
}
