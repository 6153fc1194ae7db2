import { Button, Popover } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { setInText } from '@/analysis/scenario/fieldPath';
import { buildText } from '@/messages/build';
import { formText } from '@/messages/form';
import { linkText } from '@/messages/link';
import { newDraftId, saveDraft, type Outcome } from '@/state/drafts';
import menu from '@/ui/menu.module.css';
import { saveFile } from '@/ui/saveFile';

import { DraftLink } from './DraftLink';
import type { EditedDocument } from './useDocument';

interface DraftMenuProps {
  readonly document: EditedDocument;
  readonly name: string;
  readonly onOpen: (file: File) => void;
  /** null: the text is shown as a form. */
  readonly onFormat: (() => void) | null;
  readonly onOutcome: (outcome: Outcome) => void;
}

/** What can be done with the whole text: begin another one, copy it, open and save files. */
export function DraftMenu({ document, name, onOpen, onFormat, onOutcome }: DraftMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [isLinking, setLinking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const close = () => setOpen(false);
  const saveCopy = () => {
    const id = newDraftId();
    const copyName = buildText.copyName(name);
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
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button aria-haspopup="dialog" onClick={() => setOpen(!isOpen)}>
            {buildText.draft}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={menu.menu}>
          <Link to="/build" search={{ draft: 'new' }} onClick={close}>
            {buildText.newDraft}
          </Link>
          <Item label={buildText.saveCopy} onAct={saveCopy} onClose={close} />
          <Item label={buildText.open} onAct={() => input.current?.click()} onClose={close} />
          <Item
            label={formText.save}
            onAct={() => saveFile(formText.fileName, document.text)}
            onClose={close}
          />
          <Item label={linkText.copyItem} onAct={() => setLinking(true)} onClose={close} />
          {onFormat !== null && <Item label={buildText.format} onAct={onFormat} onClose={close} />}
          <Link to="/runs" search={{ show: 'drafts' }}>
            {buildText.allDrafts}
          </Link>
        </Popover.Dropdown>
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
