import clsx from 'clsx';
import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';

import { enterPicture, openPictures, usePictures } from '@/state/pictures';

import styles from './pictures.module.css';

interface PicturableProps {
  readonly title: string;
  /** The caption: scenario, algorithms, seeds, core, digest. */
  readonly caption: string;
  readonly className?: string | undefined;
  /** On the page; a picture is as high as it needs. */
  readonly heightPx?: number;
  /** It fills the height that it is given, as a stage does. */
  readonly isElastic?: boolean;
  /** It has a button of its own: only where the page has none for all of its pictures. */
  readonly hasButton?: boolean;
  /** A plot with what belongs to it: legend, title. Drawn a second time while a picture is made. */
  readonly children: React.ReactNode;
}

/** A plot that can be saved as a picture: it is in the page's list of them. */
export function Picturable(props: PicturableProps) {
  const { title, caption, className, heightPx, isElastic = false, hasButton = false } = props;
  const { children } = props;
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const target = usePictures((state) => (state.target?.id === id ? state.target : null));
  const hasDesk = usePictures((state) => state.hasDesk);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    return enterPicture({ id, title, caption, isElastic, element });
  }, [id, title, caption, isElastic]);
  return (
    <div
      ref={ref}
      className={clsx('anchor', className)}
      style={heightPx === undefined ? undefined : { height: heightPx }}
    >
      {children}
      {hasDesk && hasButton && (
        <button
          type="button"
          className={styles.open}
          data-picture-open
          aria-label={`Picture of ${title}`}
          aria-haspopup="dialog"
          onClick={() => openPictures(id)}
        >
          Picture
        </button>
      )}
      {target !== null && createPortal(children, target.host)}
    </div>
  );
}
