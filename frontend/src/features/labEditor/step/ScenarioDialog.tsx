import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { parseJson } from '@/analysis/scenario/fields/json';
import { scenarioLine, withDefaults } from '@/analysis/labs/scenario';
import { isObject, type JsonObject } from '@/analysis/scenario/fields/fieldPath';
import { useAlgorithmTitle, usePresets } from '@/api/catalog';
import { ProblemError } from '@/api/http/problem';
import { readRun } from '@/api/runs/runs';
import { checkScenario } from '@/api/runs/scenarios';
import { useRunList, type RunListed } from '@/api/work';
import { Button } from '@/ui/Button';
import { CodeArea } from '@/ui/fields/CodeArea';
import { Dialog } from '@/ui/overlay/Dialog';
import { Note } from '@/ui/Note';
import { NotLoaded } from '@/ui/NotLoaded';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

import styles from '../dialog.module.css';
import { useEditing } from '../editing';

interface ScenarioDialogProps {
  readonly present: JsonObject;
  /** Without a seed the step keeps its own. */
  readonly onChoose: (scenario: JsonObject, seed: number | null) => void;
  readonly onClose: () => void;
}

const TABS = [
  { value: 'preset', label: t`Presets` },
  { value: 'run', label: t`My runs` },
  { value: 'json', label: t`JSON` },
] as const;
type Tab = (typeof TABS)[number]['value'];

/** A scenario from a preset, from a run of this browser, or as JSON. */
export function ScenarioDialog({ present, onChoose, onClose }: ScenarioDialogProps) {
  const [tab, setTab] = useState<Tab>('preset');
  return (
    <Dialog title={t`Choose a scenario`} onClose={onClose} isWide>
      <div className={styles.dialog}>
        <SegmentedControl aria-label={t`From`} value={tab} onChange={setTab} data={TABS} />
        {tab === 'preset' && <Presets onChoose={onChoose} />}
        {tab === 'run' && <Runs onChoose={onChoose} />}
        {tab === 'json' && <Json present={present} onChoose={onChoose} />}
      </div>
    </Dialog>
  );
}

type TabProps = Pick<ScenarioDialogProps, 'onChoose'>;

function Presets({ onChoose }: TabProps) {
  const { data, error, isPending, refetch } = usePresets();
  const titleOf = useAlgorithmTitle();
  return (
    <div aria-busy={isPending}>
      {isPending && <p className="quiet">{t`Loading the presets`}</p>}
      {error !== null && (
        <NotLoaded what={t`The presets`} error={error} onRetry={() => void refetch()} />
      )}
      <ul className={styles.choices}>
        {data?.flatMap((preset) =>
          preset.variants.map(({ title, scenario }) => (
            <li key={`${preset.id} ${title}`}>
              <button type="button" onClick={() => onChoose(asObject(scenario), null)}>
                <b>{`${preset.title}, ${title}`}</b>
                <span className="label">{scenarioLine(scenario, titleOf)}</span>
              </button>
            </li>
          )),
        )}
      </ul>
    </div>
  );
}

function Runs({ onChoose }: TabProps) {
  const [search, setSearch] = useState('');
  const [refusal, setRefusal] = useState<Error | null>(null);
  const list = useRunList({ search, status: null, sort: 'newest' });
  const runs = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const choose = (run: RunListed) =>
    readRun(run.id).then(
      ({ scenario, seed }) => onChoose(asObject(scenario), seed),
      (error: unknown) => setRefusal(error instanceof Error ? error : new Error(String(error))),
    );
  return (
    <div aria-busy={list.isPending} className={styles.runs}>
      <input
        className="touch-field"
        aria-label={t`Find a run`}
        placeholder={t`Find by name or algorithm`}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {list.isPending && <p className="quiet">{t`Loading your runs`}</p>}
      {(list.error ?? refusal) !== null && (
        <NotLoaded
          what={t`Your runs`}
          error={list.error ?? refusal ?? new Error('')}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data !== undefined && runs.length === 0 && (
        <Note title={search === '' ? t`This browser has no runs yet.` : t`No run matches.`}>
          {t`Every run of this browser can be chosen here: start one from Explore or Build.`}
        </Note>
      )}
      <ul className={styles.choices}>
        {runs.map((run) => (
          <li key={run.id}>
            <button type="button" onClick={() => void choose(run)}>
              <b>{run.name || t`Run without a name`}</b>
              <span className="label">{t`seed ${run.seed}, ${run.status}`}</span>
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t`More runs`}
        </Button>
      )}
    </div>
  );
}

const NO_LINES = new Set<number>();

/** The present scenario as text; what is used has been checked by the server. */
function Json({ present, onChoose }: TabProps & { readonly present: JsonObject }) {
  const { schema } = useEditing();
  const [text, setText] = useState(() => JSON.stringify(present, null, 2));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isChecking, setChecking] = useState(false);
  const use = async () => {
    setProblems([]);
    const read = readScenario(text);
    if (typeof read === 'string') {
      setProblems([read]);
      return;
    }
    setChecking(true);
    try {
      await checkScenario(read);
      onChoose(schema === undefined ? read : withDefaults(schema, read), null);
    } catch (error) {
      const items = error instanceof ProblemError ? error.items.map(({ message }) => message) : [];
      setProblems(items.length > 0 ? items : [error instanceof Error ? error.message : '']);
    } finally {
      setChecking(false);
    }
  };
  return (
    <>
      <div className={styles.json}>
        <CodeArea
          label={t`Scenario as JSON`}
          value={text}
          onChange={setText}
          markedLines={NO_LINES}
          describedBy="scenario-problems"
        />
      </div>
      <div id="scenario-problems" role="alert" className={styles.problems}>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      <div>
        <Button variant="filled" disabled={isChecking} onClick={() => void use()}>
          {isChecking ? t`Checking` : t`Use this scenario`}
        </Button>
      </div>
    </>
  );
}

function readScenario(text: string): JsonObject | string {
  try {
    const value: unknown = parseJson(text);
    return isObject(value) ? value : t`A scenario is a JSON object: ${'{ "duration_s": … }'}.`;
  } catch (error) {
    return t`This is not JSON: ${error instanceof Error ? error.message : ''}`;
  }
}

function asObject(scenario: object): JsonObject {
  return scenario as JsonObject;
}
