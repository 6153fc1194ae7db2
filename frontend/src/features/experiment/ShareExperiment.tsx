import type { Experiment } from '@/api/experiments';
import { linkText } from '@/messages/link';
import { shareText } from '@/messages/share';
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
      notReady={status === 'done' ? null : shareText.experimentNotDone}
      address={address}
      addressWhy={shareText.plainWhyExperiment}
      onClose={onClose}
    >
      <SharePart title={linkText.title}>
        <LinkWithoutServer
          content={{ ...experiment.experiment }}
          seed={experiment.experiment.replications.first_seed}
          why={linkText.whyExperiment}
        />
      </SharePart>
    </ShareDialog>
  );
}

function whatIsShown(failedCount: number): string {
  if (failedCount === 0) return shareText.whatExperiment;
  return `${shareText.whatExperiment} ${shareText.experimentFailed(failedCount)}`;
}
