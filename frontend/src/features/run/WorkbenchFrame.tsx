import clsx from 'clsx';

import styles from './run.module.css';
import transport from './transport/transport.module.css';

interface WorkbenchFrameProps {
  /** Nothing is there yet but the room of it. */
  readonly isAwaited?: boolean;
  readonly head?: React.ReactNode;
  /** The plots between two rails: a `WorkFrame`. */
  readonly work: React.ReactNode;
  /** The bar of time. */
  readonly time?: React.ReactNode;
  /** Over the page: dialogs, and the tabs of a phone. */
  readonly children?: React.ReactNode;
}

/** The page: its head, the plots between two rails, and the bar of time. */
export function WorkbenchFrame(props: WorkbenchFrameProps) {
  const { isAwaited = false, head, work, time, children } = props;
  return (
    <main className={styles.page} aria-busy={isAwaited || undefined}>
      {isAwaited ? <div className={styles.head} /> : head}
      {work}
      {isAwaited ? <div className={transport.bar} /> : time}
      {children}
    </main>
  );
}

interface RailContent {
  /** On a phone a rail is a sheet. */
  readonly isOpen: boolean;
  /** Stays in view below what scrolls. */
  readonly foot?: React.ReactNode;
  readonly body: React.ReactNode;
}

interface WorkFrameProps {
  readonly isAwaited?: boolean;
  readonly stageRef: React.Ref<HTMLElement>;
  readonly stage: React.ReactNode;
  readonly left?: RailContent;
  readonly right?: RailContent;
  readonly folded?: { readonly left: boolean; readonly right: boolean };
  /** Packets on the path, above the stage. */
  readonly replay?: React.ReactNode;
  /** Tables, below it. */
  readonly sheet?: React.ReactNode;
}

/** Where the skip link leads. */
const PLOTS = { id: 'plots', tabIndex: -1, 'aria-label': 'Plots' };

/** The plots, between what was set on the left and what it means on the right. */
export function WorkFrame(props: WorkFrameProps) {
  const { isAwaited = false, stageRef, stage, left, right, folded, replay, sheet } = props;
  const hasReplay = replay !== undefined && replay !== null;
  return (
    <div
      className={styles.work}
      data-left={folded?.left === true ? 'folded' : undefined}
      data-right={folded?.right === true ? 'folded' : undefined}
    >
      <Rail className={styles.left} label="Scenario" content={left} />
      <div className={styles.middle} data-replay={hasReplay || undefined}>
        {replay}
        <section ref={stageRef} className={styles.stage} {...(isAwaited ? {} : PLOTS)}>
          {!isAwaited && <h2 className="visually-hidden">Plots</h2>}
          {stage}
        </section>
        {sheet}
      </div>
      <Rail className={styles.right} label="Meaning" content={right} />
    </div>
  );
}

interface RailProps {
  readonly className: string | undefined;
  readonly label: string;
  /** undefined: there will be some. */
  readonly content: RailContent | undefined;
}

function Rail({ className, label, content }: RailProps) {
  const classes = clsx(styles.rail, className);
  // An empty rail is no landmark.
  if (content === undefined) return <div className={classes} />;
  return (
    <aside className={classes} aria-label={label} data-open={content.isOpen || undefined}>
      <div className={styles.railBody}>{content.body}</div>
      {content.foot}
    </aside>
  );
}
