import { useElementSize } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';

import { aimPicture, type PictureEntry } from '@/state/pictures';

import { layoutWidth, PAPER, WIDEST_SLIDE_PX, type PictureWidth } from './formats';
import styles from './pictures.module.css';

/** Height over width of content that fills the height it is given. */
const ELASTIC_ASPECT = 0.52;

interface PictureSheetProps {
  readonly entry: PictureEntry;
  readonly width: PictureWidth;
  readonly hasCaption: boolean;
  readonly sheet: React.RefObject<HTMLDivElement | null>;
  readonly onSize: (width: number, height: number) => void;
}

/** The paper: the plot drawn as it will be saved, scaled to fit where it is shown. */
export function PictureSheet({ entry, width, hasCaption, sheet, onSize }: PictureSheetProps) {
  const { ref: viewport, width: roomPx } = useElementSize<HTMLDivElement>();
  const host = useRef<HTMLDivElement>(null);
  const [heightPx, setHeight] = useState(0);
  const [grownPx, setGrown] = useState(0);
  const { aspect } = PAPER[width];
  const widthPx = Math.max(layoutWidth(width), grownPx);
  const { id } = entry;

  useLayoutEffect(() => {
    if (host.current === null) return;
    aimPicture({ id, host: host.current });
    return () => aimPicture(null);
  }, [id]);

  useLayoutEffect(() => {
    const element = sheet.current;
    if (element === null) return;
    const measure = () => {
      const high = element.offsetHeight;
      setHeight(high);
      onSize(element.offsetWidth, high);
      // Content higher than a slide gets a wider one, with smaller letters.
      if (aspect !== null && high > widthPx * aspect + 1) {
        setGrown(Math.min(WIDEST_SLIDE_PX, Math.ceil(high / aspect)));
      }
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [sheet, aspect, widthPx, onSize]);

  const scale = roomPx === 0 ? 1 : Math.min(1, roomPx / widthPx);
  return (
    <div ref={viewport} className={styles.viewport} style={{ height: heightPx * scale }}>
      <div
        ref={sheet}
        className={styles.sheet}
        data-color-scheme="light"
        data-print
        inert
        style={{
          width: widthPx,
          minHeight: aspect === null ? 0 : Math.round(widthPx * aspect),
          transform: `scale(${scale})`,
        }}
      >
        <div
          ref={host}
          className={styles.host}
          style={{ minHeight: entry.isElastic ? Math.round(widthPx * ELASTIC_ASPECT) : 0 }}
        />
        {hasCaption && <p className={styles.caption}>{entry.caption}</p>}
      </div>
    </div>
  );
}
