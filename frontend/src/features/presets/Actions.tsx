import { useClipboard } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';

import type { TimeRange } from '@/charts/model';
import { prefetchRunPage } from '@/opening/prefetchRunPage';
import { useCursorFact, useCursorStore } from '@/state/cursor';
import { useFrames } from '@/state/frames';
import { usePageKeys } from '@/state/keys';
import { usePace } from '@/state/pace';
import { Button } from '@/ui/Button';
import { Popover } from '@/ui/Popover';
import { SegmentedControl } from '@/ui/SegmentedControl';

import styles from './first.module.css';
import { viewOf, type Setting } from './setting';

interface ActionsProps {
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
export function Actions({ isSide, onSide, range, hasCurves, setting, open }: ActionsProps) {
  const router = useRouter();
  const { href } = router.buildLocation({ to: '/', search: viewOf(setting) });
  return (
    <div className="row middle">
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
      <Button
        variant="filled"
        disabled={!open.isReady || open.isStarting}
        onPointerEnter={() => prefetchRunPage(router)}
        onFocus={() => prefetchRunPage(router)}
        onClick={open.onClick}
      >
        {open.isStarting ? 'Opening' : 'Open in the workbench'}
      </Button>
    </div>
  );
}

const SHOWN_MS = 3000;

/** Copies the address of exactly this setting; where the browser refuses, shows it. */
function CopyLink({ href }: { href: string }) {
  const { copy, copied, error, reset } = useClipboard({ timeout: SHOWN_MS });
  const address = new URL(href, window.location.href).href;
  return (
    <Popover
      isOpen={error !== null}
      onClose={reset}
      align="end"
      target={
        <Button onClick={() => copy(address)}>
          <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
        </Button>
      }
    >
      <label className={styles.copyFailed}>
        The browser does not allow copying. This is the link:
        <input readOnly value={address} onFocus={({ target }) => target.select()} />
      </label>
    </Popover>
  );
}

interface PlayButtonProps {
  readonly range: TimeRange;
  /** Without curves there is nothing to play. */
  readonly isReady: boolean;
}

/** As fast as in the network. */
const SLOWEST_PACE = 1;

/** Draws the curves again as time passes: cursor, shares and path go along with the one clock. */
function PlayButton({ range, isReady }: PlayButtonProps) {
  const clock = useCursorStore();
  // What somebody chose for single packets would take hours here.
  const pace = Math.max(SLOWEST_PACE, usePace());
  const isPlaying = useCursorFact((state) => state.isPlaying);
  const isHeld = useCursorFact((state) => state.revealSeconds !== null);
  useFrames(isPlaying, (elapsedSeconds) => {
    clock.advance(elapsedSeconds * pace, range[1], true);
    // At the end everything is shown as it was before.
    if (!clock.read().isPlaying) clock.clear();
  });
  const toggle = () => {
    if (!isReady) return;
    if (isPlaying) {
      clock.pause();
      return;
    }
    if (!isHeld) clock.reveal(range[0]);
    clock.play(range[0], range[1]);
  };
  usePageKeys({ ' ': toggle });
  return (
    <Button onClick={toggle} disabled={!isReady}>
      {isPlaying ? 'Pause' : 'Play'}
    </Button>
  );
}
