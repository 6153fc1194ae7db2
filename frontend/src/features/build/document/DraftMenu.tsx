import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { setInText } from '@/analysis/scenario/fields/fieldPath';
import { parseText } from '@/analysis/scenario/problems/problems';
import { LinkWithoutServer } from '@/share/LinkWithoutServer';
import styles from '@/share/share.module.css';
import { newDraftId, saveDraft, type Outcome } from '@/state/drafts';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/overlay/Dialog';
import menu from '@/ui/overlay/menu.module.css';
import { Note } from '@/ui/Note';
import { Popover } from '@/ui/overlay/Popover';
import { saveFile } from '@/ui/saveFile';

import type { EditedDocument } from './useDocument';

interface DraftMenuProps {
  readonly document: EditedDocument;
  readonly name: string;
  readonly onOpen: (file: File) => void;
  /** null: the text is shown as a form. */
  readonly onFormat: (() => void) | null;
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Actions on the whole text: begin another one, copy it, open and save files. */
export function DraftMenu({ document, name, onOpen, onFormat, onOutcome }: DraftMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [isLinking, setLinking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const close = () => setOpen(false);
  const saveCopy = () => {
    const id = newDraftId();
    const copyName = name === '' ? 'copy' : `${name} copy`;
    const { seed, base } = document;
    const text = setInText(document.text, 'name', copyName);
    const outcome = saveDraft(id, copyName, { text, seed, base });
    onOutcome(outcome);
    if (outcome === 'kept') void navigate({ to: '/build', search: { draft: id } });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json,application/zip,.zip"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) onOpen(file);
        }}
      />
      <Popover
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        align="start"
        className={menu.menu}
        target={
          <Button aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Draft
          </Button>
        }
      >
        <Link to="/build" search={{ draft: 'new' }} onClick={close}>
          New scenario
        </Link>
        <Item label="Save a copy" onAct={saveCopy} onClose={close} />
        <Item label="Open file" onAct={() => input.current?.click()} onClose={close} />
        <Item
          label="Save file"
          onAct={() => saveFile('scenario.json', document.text)}
          onClose={close}
        />
        <Item label="Link without a server" onAct={() => setLinking(true)} onClose={close} />
        {onFormat !== null && <Item label="Format" onAct={onFormat} onClose={close} />}
        <Link to="/runs" search={{ show: 'drafts' }}>
          All drafts
        </Link>
      </Popover>
      {isLinking && <DraftLink document={document} onClose={() => setLinking(false)} />}
    </>
  );
}

interface ItemProps {
  readonly label: string;
  readonly onAct: () => void;
  readonly onClose: () => void;
}

function Item({ label, onAct, onClose }: ItemProps) {
  const act = () => {
    onClose();
    onAct();
  };
  return (
    <button type="button" onClick={act}>
      {label}
    </button>
  );
}

interface DraftLinkProps {
  readonly document: EditedDocument;
  readonly onClose: () => void;
}

/** A link that holds what is edited. */
function DraftLink({ document, onClose }: DraftLinkProps) {
  const [{ value, problems }] = useState(() => parseText(document.text));
  return (
    <Dialog title="Link without a server" onClose={onClose}>
      {value === null ? (
        <Note tone="bad" title="The text must be valid JSON">
          {problems[0]?.message}
        </Note>
      ) : (
        <section className={styles.part}>
          <LinkWithoutServer
            content={value}
            seed={document.seed}
            why="The link contains the scenario itself. It opens in any FaiRTT Lab, and nothing is sent to a server before Run."
            isFirst
          />
        </section>
      )}
    </Dialog>
  );
}
