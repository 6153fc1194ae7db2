import { useRouter } from '@tanstack/react-router';

import type { TimeRange } from '@/charts/model';
import { Button } from '@/ui/Button';
import { SegmentedControl } from '@/ui/SegmentedControl';

import { CopyLink } from './CopyLink';
import styles from './first.module.css';
import { PlayButton } from './PlayButton';
import { viewOf, type Setting } from './setting';

interface ActsProps {
  readonly isSide: boolean;
  readonly onSide: (isSide: boolean) => void;
  readonly range: TimeRange;
  readonly hasCurves: boolean;
  readonly setting: Setting;
  readonly open: {
    readonly isReady: boolean;
    readonly isStarting: boolean;
    readonly onClick: () => void;
  };
}

/** What can be done with the comparison as it stands. */
export function Acts({ isSide, onSide, range, hasCurves, setting, open }: ActsProps) {
  const router = useRouter();
  const { href } = router.buildLocation({ to: '/', search: viewOf(setting) });
  return (
    <div className={styles.acts}>
      <div className={styles.layout}>
        <SegmentedControl
          aria-label="How the two are drawn"
          value={isSide ? 'side' : 'overlay'}
          onChange={(value) => onSide(value === 'side')}
          data={[
            { value: 'side', label: 'Side by side' },
            { value: 'overlay', label: 'Overlay' },
          ]}
        />
      </div>
      <PlayButton range={range} isReady={hasCurves} />
      <CopyLink href={href} />
      <Button variant="filled" disabled={!open.isReady || open.isStarting} onClick={open.onClick}>
        {open.isStarting ? 'Opening' : 'Open in the workbench'}
      </Button>
    </div>
  );
}
