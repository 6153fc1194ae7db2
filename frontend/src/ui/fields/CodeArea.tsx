import { useImperativeHandle, useRef, useState } from 'react';

import styles from './code.module.css';

export interface CodeAreaHandle {
  /** Puts the caret at the start of a line, counted from 1, and brings it into view. */
  readonly goToLine: (line: number) => void;
}

interface CodeAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Lines with something wrong, counted from 1. */
  readonly markedLines: ReadonlySet<number>;
  readonly describedBy?: string;
  readonly handle?: React.Ref<CodeAreaHandle>;
}

const LINE_PX = 20;

/** A text field with line numbers and marked lines. Tab leaves it, as everywhere on the page. */
export function CodeArea(props: CodeAreaProps) {
  const { label, value, onChange, markedLines, describedBy, handle } = props;
  const [scrollTop, setScrollTop] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = value.split('\n');
  useImperativeHandle(handle, () => ({
    goToLine: (line) => {
      const element = field.current;
      if (element === null) return;
      const start = value
        .split('\n')
        .slice(0, line - 1)
        .reduce((sum, text) => sum + text.length + 1, 0);
      element.focus();
      element.setSelectionRange(start, start);
      element.scrollTop = Math.max(0, (line - 4) * LINE_PX);
    },
  }));
  return (
    <div className={styles.box}>
      <div className={styles.gutter} aria-hidden="true">
        <div style={{ transform: `translateY(${-scrollTop}px)` }}>
          {lines.map((_, index) => (
            <span key={index} data-marked={markedLines.has(index + 1) || undefined}>
              {index + 1}
            </span>
          ))}
        </div>
      </div>
      <div className={styles.field}>
        <div className={styles.marks} aria-hidden="true">
          {[...markedLines].map((line) => (
            <i
              key={line}
              style={{ transform: `translateY(${(line - 1) * LINE_PX - scrollTop}px)` }}
            />
          ))}
        </div>
        <textarea
          ref={field}
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={markedLines.size > 0 || undefined}
          value={value}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          onChange={(event) => onChange(event.target.value)}
          onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        />
      </div>
    </div>
  );
}
