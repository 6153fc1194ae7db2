import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { useState } from 'react';

import {
  experimentTableUrl,
  useActOnExperiment,
  type Experiment,
  type ExperimentAct,
  useExtendExperiment,
} from '@/api/experiments/experiments';
import { hasServer } from '@/api/http/transport';
import { FileLink } from '@/share/FileLink';
import { ShareButtons } from '@/share/ShareButtons';
import { NumberInput } from '@/ui/fields/NumberInput';
import { plainField } from '@/analysis/scenario/fields/plainField';
import { openPictures } from '@/state/pictures';
import { Button } from '@/ui/Button';
import menu from '@/ui/overlay/menu.module.css';
import { Pill } from '@/ui/Pill';
import { Popover } from '@/ui/overlay/Popover';
import { formatCount } from '@/analysis/numbers/units';
import { countOf } from '@/analysis/numbers/shown';
import { Dialog } from '@/ui/overlay/Dialog';

import styles from './experiment.module.css';
import { ExperimentFiles } from './ExperimentFiles';
import { UseExperimentInLab } from './UseExperimentInLab';

interface ExperimentActionsProps {
  readonly experiment: Experiment;
  readonly onShare: () => void;
}

/** Pause or resume, sharing, and a menu of the less frequent actions. */
export function ExperimentActions({ experiment, onShare }: ExperimentActionsProps) {
  const { id, status, is_mine } = experiment;
  const act = useActOnExperiment();
  const [isAdding, setAdding] = useState(false);
  const [isUsing, setUsing] = useState(false);
  const main = is_mine ? mainAct(experiment) : null;
  return (
    <div className={styles.actions}>
      {act.error !== null && (
        <Pill tone="bad" title={act.error.message}>
          That did not work
        </Pill>
      )}
      {main !== null && (
        <Button
          disabled={act.isPending}
          variant={status === 'running' ? 'default' : 'filled'}
          onClick={() => act.mutate({ id, act: main })}
        >
          {status === 'cancelled' ? 'Take up again' : ACT_TEXTS[main]}
        </Button>
      )}
      {hasServer() && (
        <Button
          className={styles.csv}
          renderRoot={(props) => <a href={experimentTableUrl(id)} download {...props} />}
        >
          Export CSV
        </Button>
      )}
      <ShareButtons className={styles.csv} onShare={onShare} />
      <Menu
        experiment={experiment}
        main={main}
        onAct={(wanted) => act.mutate({ id, act: wanted })}
        onAdd={() => setAdding(true)}
        onUse={() => setUsing(true)}
        onShare={onShare}
      />
      {isUsing && <UseExperimentInLab experiment={experiment} onClose={() => setUsing(false)} />}
      {isAdding && <MoreSeeds experiment={experiment} onClose={() => setAdding(false)} />}
    </div>
  );
}

const ACT_TEXTS: Readonly<Record<ExperimentAct, string>> = {
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  retry: 'Retry failed',
};

/**
 * The main action; null: there is none. Retrying a cancelled experiment computes, as after a
 * failure, whatever is missing.
 */
function mainAct({ status, progress }: Experiment): ExperimentAct | null {
  if (status === 'running') return 'pause';
  if (status === 'paused') return 'resume';
  if (status === 'cancelled') return 'retry';
  return progress.failed_count > 0 ? 'retry' : null;
}

interface MenuProps {
  readonly experiment: Experiment;
  readonly main: ExperimentAct | null;
  readonly onAct: (act: ExperimentAct) => void;
  readonly onAdd: () => void;
  readonly onUse: () => void;
  readonly onShare: () => void;
}

function Menu({ experiment, main, onAct, onAdd, onUse, onShare }: MenuProps) {
  const { id, status, is_mine, progress } = experiment;
  const [isOpen, setOpen] = useState(false);
  const item = (label: string, onClick: () => void) => (
    <button
      type="button"
      onClick={() => {
        setOpen(false);
        onClick();
      }}
    >
      {label}
    </button>
  );
  const hasPrecision = experiment.experiment.replications.precision != null;
  const isOpenYet = status === 'running' || status === 'paused';
  return (
    <Popover
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      align="end"
      className={clsx(menu.menu, styles.menu)}
      target={
        <Button aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          More
        </Button>
      }
    >
      {is_mine && isOpenYet && item('Cancel', () => onAct('cancel'))}
      {is_mine &&
        progress.failed_count > 0 &&
        main !== 'retry' &&
        item('Retry failed', () => onAct('retry'))}
      {is_mine && !hasPrecision && item('More seeds …', onAdd)}
      {is_mine && <BuildLink to="extend" id={id} text="More values …" />}
      <BuildLink to="experiment" id={id} text="Fork and edit" />
      {hasServer() ? (
        <a className={styles.csvItem} href={experimentTableUrl(id)} download>
          Export CSV
        </a>
      ) : (
        <FileLink href={experimentTableUrl(id)}>Export CSV</FileLink>
      )}
      {item('Share', onShare)}
      {item('Picture', () => openPictures())}
      {hasServer() && item('Use in a lab …', onUse)}
      {!isOpenYet && <ExperimentFiles id={id} />}
    </Popover>
  );
}

interface BuildLinkProps {
  readonly to: 'extend' | 'experiment';
  readonly id: string;
  readonly text: string;
}

function BuildLink({ to, id, text }: BuildLinkProps) {
  return (
    <Link to="/build" search={to === 'extend' ? { extend: id } : { experiment: id }}>
      {text}
    </Link>
  );
}

const SEEDS = plainField({ kind: 'integer', minimum: 1 });

const isSeedCount = (value: unknown): value is number => Number.isSafeInteger(value);

interface MoreSeedsProps {
  readonly experiment: Experiment;
  readonly onClose: () => void;
}

/** Asks for more replications of every cell; stored ones are not computed again. */
function MoreSeeds({ experiment, onClose }: MoreSeedsProps) {
  const { id, seeds, cell_count, experiment: definition } = experiment;
  const [count, setCount] = useState<unknown>(seeds.length * 2);
  const extend = useExtendExperiment();
  const more = isSeedCount(count) && count > seeds.length ? count : null;
  const runs = more === null ? 0 : (more - seeds.length) * cell_count;
  const submit = (wanted: number) =>
    extend.mutate(
      {
        id,
        experiment: { ...definition, replications: { ...definition.replications, count: wanted } },
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog title="More seeds" onClose={onClose}>
      <form
        className={styles.seedsForm}
        onSubmit={(event) => {
          event.preventDefault();
          if (more !== null) submit(more);
        }}
      >
        <label>
          Seeds in each cell
          <NumberInput
            hasAutoFocus
            label="Seeds in each cell"
            field={SEEDS}
            value={count}
            factor={1}
            isBad={more === null}
            onChange={setCount}
          />
        </label>
        <p className="quiet small">{`${formatCount(seeds.length)} now. Only missing runs are computed.`}</p>
        {extend.error !== null && <p role="alert">{extend.error.message}</p>}
        <Button type="submit" variant="filled" disabled={more === null || extend.isPending}>
          {`Add ${countOf(runs, 'run')}`}
        </Button>
      </form>
    </Dialog>
  );
}
