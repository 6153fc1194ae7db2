import styles from './share.module.css';

interface SharePartProps {
  readonly title: string;
  readonly children: React.ReactNode;
}

/** One of the ways to pass a result on. */
export function SharePart({ title, children }: SharePartProps) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
