import type { Experiment } from '@/api/experiments';
import { LinkWithoutServer } from '@/share/LinkWithoutServer';
import { ShareDialog } from '@/share/ShareDialog';
import { SharePart } from '@/share/SharePart';
import { sharedView } from '@/share/sharedView';

interface ShareExperimentProps {
  readonly experiment: Experiment;
  readonly onClose: () => void;
}

/** Passing on an experiment: as a link that stays, or as its definition. */
export function ShareExperiment({ experiment, onClose }: ShareExperimentProps) {
  const { id, name, status, progress } = experiment;
  const address = window.location.href;
  return (
    <ShareDialog
      subject={{ kind: 'experiment', experiment_id: id }}
      view={sharedView(address)}
      name={name}
      what={whatIsShown(progress.failed_count)}
      notReady={
        status === 'done' ? null : 'A link shows a result, so the experiment has to be done first.'
      }
      address={address}
      addressWhy="Opens your experiment itself, as long as you keep it."
      onClose={onClose}
    >
      <SharePart title="Link without a server">
        <LinkWithoutServer
          content={{ ...experiment.experiment }}
          seed={experiment.experiment.replications.first_seed}
          why="It holds the definition, not the numbers: who opens it runs it again."
        />
      </SharePart>
    </ShareDialog>
  );
}

function whatIsShown(failedCount: number): string {
  const shown =
    'A link that shows this experiment with its numbers as they are now: view, metric and chosen cell.';
  if (failedCount === 0) return shown;
  const failed = failedCount === 1 ? '1 of its runs' : `${failedCount} of its runs`;
  return `${shown} ${failed} failed; the link says which and why, also when a second try succeeds.`;
}
