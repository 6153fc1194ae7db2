import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { draftSummary } from '@/analysis/scenario/changes/draftSummary';
import { setInText } from '@/analysis/scenario/fields/fieldPath';
import { useAlgorithmTitle } from '@/api/catalog';
import type { Draft } from '@/state/draft';
import { newDraftId, saveDraft, type Outcome } from '@/state/drafts';
import { When } from '@/ui/When';

import { NameForm } from './NameForm';
import styles from './row.module.css';
import { flowsText } from './runTexts';

const FROM = {
  preset: 'preset',
  run: 'run',
  file: 'file',
  experiment: 'experiment',
  extension: 'more of',
} as const;

interface DraftRowProps {
  readonly draft: Draft;
  readonly onDelete: () => void;
  readonly onOutcome: (outcome: Outcome) => void;
}

export function DraftRow({ draft, onDelete, onOutcome }: DraftRowProps) {
  const [isRenaming, setRenaming] = useState(false);
  const { base } = draft;
  const name = draft.name === '' ? 'Scenario without a name' : draft.name;
  const rename = (next: string) => {
    setRenaming(false);
    onOutcome(saveDraft(draft.id, next, { ...draft, text: setInText(draft.text, 'name', next) }));
  };
  const duplicate = () => {
    const copyName = draft.name === '' ? 'copy' : `${draft.name} copy`;
    const text = setInText(draft.text, 'name', copyName);
    onOutcome(saveDraft(newDraftId(), copyName, { ...draft, text }));
  };
  return (
    <tr>
      <td data-column="name">
        {isRenaming ? (
          <NameForm value={draft.name} onSave={rename} onKeep={() => setRenaming(false)} />
        ) : (
          <Link className={styles.name} to="/build" search={{ draft: draft.id }}>
            {name}
          </Link>
        )}
        <DraftSummary draft={draft} />
      </td>
      <td data-column="from" className="quiet">
        {base === null ? 'new' : `${FROM[base.kind]} ${base.title}`}
      </td>
      <td data-column="made">
        <When at={draft.updatedAt} />
      </td>
      <td data-column="actions">
        <span className={styles.actions}>
          <button type="button" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
            Rename
          </button>
          <button type="button" aria-label={`Duplicate ${name}`} onClick={duplicate}>
            Duplicate
          </button>
          <button type="button" aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </button>
        </span>
      </td>
    </tr>
  );
}

function DraftSummary({ draft: { text, seed } }: { draft: Draft }) {
  const titleOf = useAlgorithmTitle();
  const words = useMemo(() => draftSummary(text), [text]);
  const parts =
    words === null
      ? ['not JSON yet']
      : [
          words.algorithms.map(titleOf).join(', '),
          flowsText(words.flowCount),
          words.rate ?? '',
          `seed ${seed}`,
        ];
  return (
    <span className={styles.what}>
      {parts
        .filter((part) => part !== '')
        .map((part) => (
          <span key={part} className={styles.group}>
            {part}
          </span>
        ))}
    </span>
  );
}
