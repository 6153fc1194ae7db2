import { useCallback, useEffect, useId, useRef, useState } from 'react';

import { short } from '@/analysis/numbers/shown';
import { closePictures, type PictureEntry, usePictures } from '@/state/pictures';
import { Dialog } from '@/ui/overlay/Dialog';
import { Note } from '@/ui/Note';

import { loadPictureFont } from './fonts';
import { PICTURE_WIDTHS, type PictureWidth, printSize } from './formats';
import { drawPicture } from './make';
import styles from './pictures.module.css';
import { PictureSheet } from './PictureSheet';
import { Saving } from './Saving';

/** Chooses a plot of the page, shows it as it will be printed, and saves or copies it. */
export function PictureDialog({ openedId }: { openedId: string }) {
  const entries = usePictures((state) => state.entries);
  const [chosenId, setChosen] = useState(openedId);
  const [width, setWidth] = useState<PictureWidth>('double');
  const [hasCaption, setCaption] = useState(true);
  const [layout, setLayout] = useState<readonly [number, number]>([0, 0]);
  const sheet = useRef<HTMLDivElement>(null);
  const font = useFont();
  const onSize = useCallback((wide: number, high: number) => setLayout([wide, high]), []);
  const entry = entries.find((each) => each.id === chosenId) ?? entries[0];
  if (entry === undefined) return null;
  return (
    <Dialog title="Save a picture" onClose={closePictures} isWide>
      <PictureControls
        {...{ entries, entry, width, hasCaption }}
        onEntry={setChosen}
        onWidth={setWidth}
        onCaption={setCaption}
      />
      {font.error !== null && (
        <Note tone="bad" title="The picture was not made">
          {font.error.message}
        </Note>
      )}
      <section aria-label="How it will look" className={styles.preview}>
        {font.isReady && (
          <PictureSheet
            key={`${entry.id} ${width}`}
            {...{ entry, width, hasCaption, sheet, onSize }}
          />
        )}
      </section>
      <p className="small quiet">{sizeText(width, layout)}</p>
      <Saving
        name={entry.title}
        isReady={font.isReady && layout[1] > 0}
        draw={async () => {
          const root = sheet.current;
          if (root === null) throw new Error('Drawing …');
          await settled(root);
          return drawPicture(root, width, entry);
        }}
      />
      <p className="small faint">
        SVG and PDF are vector graphics; a PDF embeds its font. Always in light colours, for paper.
      </p>
    </Dialog>
  );
}

function sizeText(width: PictureWidth, layout: readonly [number, number]): string {
  if (layout[1] === 0) return 'Drawing …';
  const { widthMm, heightMm, pixels, letterPt } = printSize(width, layout);
  return `${short(Math.round(widthMm))} × ${short(Math.round(heightMm))} mm. PNG ${pixels.join(' × ')} pixels at 300 dpi. Smallest letters ${short(letterPt)} pt.`;
}

function useFont() {
  const [isReady, setReady] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let isHere = true;
    loadPictureFont().then(
      () => isHere && setReady(true),
      (cause: unknown) =>
        isHere && setError(cause instanceof Error ? cause : new Error(String(cause))),
    );
    return () => {
      isHere = false;
    };
  }, []);
  return { isReady, error };
}

const QUIET_MS = 350;
const LONGEST_MS = 8000;

/** Resolves when nothing in an element has changed for a while: Plotly draws when it is loaded. */
function settled(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      clearTimeout(last);
      resolve();
    };
    let timer = setTimeout(done, QUIET_MS);
    const last = setTimeout(done, LONGEST_MS);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, QUIET_MS);
    });
    observer.observe(element, { childList: true, subtree: true, attributes: true });
  });
}

const WIDTHS = {
  single: 'Single column, 85 mm',
  double: 'Double column, 175 mm',
  slide: 'Slide, 16:9',
} as const;

interface PictureControlsProps {
  readonly entries: readonly PictureEntry[];
  readonly entry: PictureEntry;
  readonly width: PictureWidth;
  readonly hasCaption: boolean;
  readonly onEntry: (id: string) => void;
  readonly onWidth: (width: PictureWidth) => void;
  readonly onCaption: (hasCaption: boolean) => void;
}

/** Which plot, how wide, and whether it says what it is of. */
function PictureControls(props: PictureControlsProps) {
  const { entries, entry, width, hasCaption, onEntry, onWidth, onCaption } = props;
  const id = useId();
  return (
    <div className={styles.controls}>
      <label htmlFor={`${id}-plot`}>Plot</label>
      <select
        id={`${id}-plot`}
        autoFocus
        value={entry.id}
        onChange={({ target }) => onEntry(target.value)}
      >
        {entries.map((each) => (
          <option key={each.id} value={each.id}>
            {each.title}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-width`}>Width</label>
      <select
        id={`${id}-width`}
        value={width}
        onChange={({ target }) => {
          const next = PICTURE_WIDTHS.find((each) => each === target.value);
          if (next !== undefined) onWidth(next);
        }}
      >
        {PICTURE_WIDTHS.map((each) => (
          <option key={each} value={each}>
            {WIDTHS[each]}
          </option>
        ))}
      </select>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={hasCaption}
          onChange={({ target }) => onCaption(target.checked)}
        />
        Add a caption
      </label>
    </div>
  );
}
