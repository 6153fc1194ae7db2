import { Link } from '@tanstack/react-router';

import {
  ABSENT,
  formatCount,
  formatMilliseconds,
  formatSetRate,
  joinQuantity,
  toShortest,
} from '@/analysis/numbers/units';
import { bufferText, kindTitle, lossText } from '@/analysis/scenario/describe';
import { isForEditor } from '@/analysis/scenario/changes/forks';
import { changeTexts } from '@/analysis/scenario/network/linkChanges';
import { BOTTLENECK_ID } from '@/analysis/scenario/network/links';
import { modulesIn } from '@/analysis/scenario/modules';
import { useModule } from '@/api/algorithms/modules';
import type { Run, Scenario } from '@/api/types';
import { Facts } from '@/ui/Facts';

import { ComparedRuns } from '../comparison/Comparison';
import { PlotList } from '../plots/PlotList';
import { VariableList } from '../plots/VariableList';
import type { PlotChoice, RunsBeside } from '../view/useRunView';
import { isCrowd } from '../view/view';
import { FlowList } from './FlowList';

interface ScenarioRailProps {
  readonly runs: readonly Run[];
  readonly plots: PlotChoice;
  readonly beside: RunsBeside;
  readonly titleOf: (algorithm: string) => string;
}

/** The scenario of the current run, and which parts of the stage are shown. */
export function ScenarioRail({ runs, plots, beside, titleOf }: ScenarioRailProps) {
  const [run] = runs;
  if (run === undefined) return null;
  const { scenario } = run;
  return (
    <>
      <section>
        <h2>
          Bottleneck <EditLink run={run} />
        </h2>
        <Facts items={bottleneckFacts(scenario, run)} />
      </section>
      {scenario.links.length > 0 && (
        <section>
          <h2>Further links</h2>
          <Facts items={scenario.links.map((link) => [link.id, linkFact(link, scenario)])} />
        </section>
      )}
      <FlowList scenario={scenario} titleOf={titleOf} />
      <OwnModules scenario={scenario} />
      <section>
        <h2>Run</h2>
        <Facts items={runFacts(run)} />
      </section>
      <ComparedRuns runs={runs} beside={beside} titleOf={titleOf} />
      <PlotList plots={plots} hasRanking={isCrowd([run])} />
      <VariableList run={run} plots={plots} />
    </>
  );
}

function EditLink({ run }: { run: Run }) {
  return (
    <Link to="/build" search={{ run: run.id }}>
      edit
    </Link>
  );
}

function bottleneckFacts(scenario: Scenario, run: Run): [string, string][] {
  const { rate_bps, delay_s, queue, loss } = scenario.bottleneck;
  return [
    ['Rate', joinQuantity(formatSetRate(rate_bps))],
    ['One-way delay', joinQuantity(formatMilliseconds(delay_s))],
    ['Buffer', bufferFact(scenario, run)],
    ['Queue', kindTitle(queue.kind)],
    ['Random loss', lossText(loss)],
    ...changeTexts(scenario).map(([name, text]): [string, string] => [name, text]),
  ];
}

/** `2 Mbit/s, 2 ms, 1 BDP of 40 ms, Drop-tail`, and how it changes. */
function linkFact(link: Scenario['links'][number], scenario: Scenario): string {
  const changes = changeTexts({ ...scenario, bottleneck: link }).map(
    ([name, text]) => `${name.toLowerCase()}: ${text}`,
  );
  const loss = link.loss.kind === 'none' ? [] : [`random loss ${lossText(link.loss)}`];
  return [
    joinQuantity(formatSetRate(link.rate_bps)),
    joinQuantity(formatMilliseconds(link.delay_s)),
    bufferText(link.buffer, flowsPassing(scenario, link.id)),
    kindTitle(link.queue.kind),
    ...loss,
    ...changes,
  ].join(', ');
}

/** Whose RTTs make a BDP of a link: without flows those of all (`reference_rtt_s()`). */
function flowsPassing({ flows }: Scenario, id: string): Scenario['flows'] {
  const passing = flows.filter(({ path }) => path.includes(id));
  return passing.length > 0 ? passing : flows;
}

function bufferFact(scenario: Scenario, run: Run): string {
  const set = bufferText(scenario.bottleneck.buffer, flowsPassing(scenario, BOTTLENECK_ID));
  const bytes = run.result?.link.buffer_bytes;
  if (bytes === undefined || scenario.bottleneck.buffer.unit === 'packets') return set;
  return `${set}, ${formatCount(Math.floor(bytes / scenario.packet_bytes))} pkt`;
}

function runFacts(run: Run): [string, string][] {
  const { duration_s, warmup_s, packet_bytes } = run.scenario;
  const facts: [string, string][] = [['Duration', `${toShortest(duration_s)} s`]];
  if (warmup_s > 0) facts.push(['Warm-up', `${toShortest(warmup_s)} s`]);
  facts.push(['Packet', `${formatCount(packet_bytes)} bytes`]);
  facts.push(['Seed', String(run.seed)]);
  facts.push(['Core', run.core_version ?? ABSENT]);
  if (run.forked_from !== null) facts.push(['Forked from', run.forked_from]);
  return facts;
}

/** The modules that flows run, each with its page and a copy for the editor. */
function OwnModules({ scenario }: { readonly scenario: Scenario }) {
  const names = modulesIn(scenario);
  if (names.length === 0) return null;
  return (
    <section>
      <h2>WebAssembly modules</h2>
      <ul className="small">
        {names.map((name) => (
          <OwnModule key={name} name={name} />
        ))}
      </ul>
    </section>
  );
}

function OwnModule({ name }: { readonly name: string }) {
  const { data, error } = useModule(name);
  if (error !== null) return <li>{error.message}</li>;
  if (data === undefined) return <li aria-busy="true">{name.slice(0, 13)}</li>;
  return (
    <li>
      <Link to="/algorithms/$name" params={{ name }}>
        {data.description.title}
      </Link>
      {isForEditor(data.source_text) && (
        <>
          {', '}
          <Link to="/algorithms/write" search={{ fork: name }}>
            edit a copy
          </Link>
        </>
      )}
    </li>
  );
}
