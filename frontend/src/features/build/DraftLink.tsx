import { useState } from 'react';

import { parseText } from '@/analysis/scenario/problems';
import { LinkWithoutServer } from '@/share/LinkWithoutServer';
import styles from '@/share/share.module.css';
import { Dialog } from '@/ui/Dialog';
import { Note } from '@/ui/Note';

import type { EditedDocument } from './useDocument';

interface DraftLinkProps {
  readonly document: EditedDocument;
  readonly onClose: () => void;
}

/** A link that holds what is edited. */
export function DraftLink({ document, onClose }: DraftLinkProps) {
  const [{ value, problems }] = useState(() => parseText(document.text));
  return (
    <Dialog title="Link without a server" onClose={onClose}>
      {value === null ? (
        <Note tone="bad" title="The text has to be JSON first">
          {problems[0]?.message}
        </Note>
      ) : (
        <section className={styles.part}>
          <LinkWithoutServer
            content={value}
            seed={document.seed}
            why="The scenario itself is in it. It opens in any FaiRTT Lab, and nothing of it reaches a server before Run."
            isFirst
          />
        </section>
      )}
    </Dialog>
  );
}
