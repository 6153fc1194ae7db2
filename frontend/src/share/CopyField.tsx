import { useRef, useState } from 'react';

import { Button } from '@/ui/Button';
import { writeClipboard } from '@/ui/clipboard';

import styles from './share.module.css';

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  /** Has the focus when it appears. */
  readonly isFirst?: boolean;
}

/** A text to pass on: one click copies it; where the browser refuses, it is selected instead. */
export function CopyField({ label, text, isFirst = false }: CopyFieldProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (await writeClipboard(text)) setCopied(text);
    else field.current?.select();
  };
  const isCopied = copied === text;
  return (
    <div className={styles.copy}>
      <input
        ref={field}
        readOnly
        aria-label={label}
        value={text}
        onFocus={(event) => event.target.select()}
      />
      <Button autoFocus={isFirst} onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && 'Copied'}
      </span>
    </div>
  );
}
