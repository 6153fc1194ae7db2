import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { algorithmsText } from '@/analysis/differences';
import { formatPercent } from '@/analysis/units';
import type { Run } from '@/api/types';
import { runsText } from '@/messages/runs';

import styles from './runs.module.css';

interface RunRowProps {
  readonly run: Run;
  readonly titleOf: (algorithm: string) => string;
  readonly isBusy: boolean;
  readonly onDelete: () => void;
}

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

export function RunRow({ run, titleOf, isBusy, onDelete }: RunRowProps) {
  const name = run.name === '' ? runsText.unnamed : run.name;
  const algorithms = run.scenario.flows.map(({ algorithm }) => titleOf(algorithm.name));
  return (
    <tr>
      <td className={styles.name}>
        <Link to="/runs/$id" params={{ id: run.id }}>
          {name}
        </Link>
      </td>
      <td>{algorithmsText(algorithms)}</td>
      <td className="number" data-title={runsText.seed}>
        {run.seed}
      </td>
      <td className={run.status === 'failed' ? styles.failed : undefined}>{stateOf(run)}</td>
      <td className="quiet">
        <time dateTime={run.created_at}>{WHEN.format(new Date(run.created_at))}</time>
      </td>
      <td className="number">
        <Button
          size="xs"
          aria-label={runsText.deleteRun(name, run.seed)}
          disabled={isBusy}
          onClick={onDelete}
        >
          {runsText.delete}
        </Button>
      </td>
    </tr>
  );
}

function stateOf({ status, progress }: Run): string {
  if (status !== 'running') return runsText.states[status];
  return runsText.states.running(formatPercent(progress.simulated_s / progress.duration_s, 0));
}
