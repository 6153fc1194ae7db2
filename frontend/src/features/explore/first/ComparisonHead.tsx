import { useClipboard } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { memo } from 'react';

import type { TimeRange } from '@/charts/model';
import { prefetchRunPage } from '@/opening/prefetchRunPage';
import { useCursorFact, useCursorStore } from '@/state/cursor';
import { useFrames } from '@/state/frames';
import { usePageKeys } from '@/state/keys';
import { usePace } from '@/state/pace';
import { Button } from '@/ui/Button';
import { Popover } from '@/ui/overlay/Popover';
import { SegmentedControl } from '@/ui/fields/SegmentedControl';

import { openedSeed } from './batch';
import { ComparisonSentence } from './ComparisonSentence';
import styles from './first.module.css';
import {
  armScenarios,
  knownCase,
  SEED_COUNT,
  viewOf,
  type Comparable,
  type Setting,
} from './setting';
import type { Comparison } from './useComparison';
import type { useRunTogether } from '../useRunTogether';

interface ComparisonHeadProps {
  readonly comparable: Comparable;
  readonly setting: Setting;
  readonly comparison: Comparison;
  readonly isSide: boolean;
  /** null: the whole run. */
  readonly zoom: TimeRange | null;
  readonly hasCurves: boolean;
  readonly open: ReturnType<typeof useRunTogether>;
  readonly titleOf: (algorithm: string) => string;
  readonly onSide: (isSide: boolean) => void;
  readonly onChange: (setting: Setting) => void;
}

/** Which setting it is, what is seen, and what can be done with it. */
export const ComparisonHead = memo(function ComparisonHead(props: ComparisonHeadProps) {
  const { comparable, setting, comparison, isSide, zoom, hasCurves, open, titleOf } = props;
  const { shown, isStale } = comparison;
  const seed = shown === null || isStale ? null : openedSeed(shown);
  return (
    <section className={styles.find}>
      <KnownCases comparable={comparable} setting={setting} onChange={props.onChange} />
      <ComparisonSentence {...{ comparison, comparable, setting, titleOf }} />
      <Actions
        {...{ isSide, hasCurves, setting }}
        onSide={props.onSide}
        range={zoom ?? [0, comparable.base.duration_s]}
        open={{
          isStarting: open.isStarting,
          isReady: seed !== null,
          onClick: () => {
            if (seed !== null) open.run(armScenarios(comparable, setting), seed, SEED_COUNT);
          },
        }}
      />
    </section>
  );
});

interface KnownCasesProps {
  readonly comparable: Comparable;
  readonly setting: Setting;
  readonly onChange: (setting: Setting) => void;
}

/** The settings whose seeds ship with the lab, beside one another; none is chosen in between. */
function KnownCases({ comparable, setting, onChange }: KnownCasesProps) {
  const chosen = knownCase(comparable, setting);
  return (
    <div className={styles.cases} role="group" aria-label="Known settings">
      {comparable.cases.map((known) => (
        <button
          key={known.presetId}
          type="button"
          aria-pressed={known === chosen}
          onClick={() => onChange(known.setting)}
        >
          {known.title}
        </button>
      ))}
      <p>{chosen?.why ?? 'Your own setting, computed in this lab.'}</p>
    </div>
  );
}

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

/** Actions on the present comparison. */
function Actions({ isSide, onSide, range, hasCurves, setting, open }: ActionsProps) {
  const router = useRouter();
  const { href } = router.buildLocation({ to: '/', search: viewOf(setting) });
  return (
    <div className="row middle">
      <div className={styles.layout}>
        <SegmentedControl
          aria-label="Layout of the curves"
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
  // Settings chosen for single packets would take hours here.
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
