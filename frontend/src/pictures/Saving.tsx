import { Button } from '@mantine/core';
import { useState } from 'react';

import { pictureText } from '@/messages/pictures';
import { Note } from '@/ui/Note';
import { saveFile } from '@/ui/saveFile';

import { pngFile, svgFile, type Drawn } from './make';
import styles from './pictures.module.css';

interface SavingProps {
  readonly name: string;
  readonly isReady: boolean;
  readonly draw: () => Promise<Drawn>;
}

type Said = { readonly tone: 'bad' | 'plain'; readonly text: string } | null;

/** Saves or copies what `draw` gives. */
export function Saving({ name, isReady, draw }: SavingProps) {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>(null);
  const run = (work: () => Promise<Said>) => () => {
    // A button that was disabled under the focus would keep every key, Escape too.
    if (isBusy) return;
    setBusy(true);
    setSaid(null);
    void work()
      .catch((cause: unknown) => ({ tone: 'bad' as const, text: String(cause) }))
      .then((outcome) => setSaid(outcome))
      .finally(() => setBusy(false));
  };
  const file = (ending: string) => `fairtt-lab-${slug(name)}.${ending}`;
  const savePng = async () => {
    saveFile(file('png'), await pngFile(await draw()), 'image/png');
    return null;
  };
  const saveSvg = async () => {
    saveFile(file('svg'), svgFile(await draw()), 'image/svg+xml');
    return null;
  };
  const savePdf = async (): Promise<Said> => {
    const [{ pdfFile }, drawn] = await Promise.all([import('./pdf'), draw()]);
    const { blob, painted } = await pdfFile(drawn);
    saveFile(file('pdf'), blob, 'application/pdf');
    if (painted.length === 0) return null;
    return { tone: 'plain', text: pictureText.paintedWords(painted.join(', ')) };
  };
  const copy = async (): Promise<Said> => {
    if (typeof ClipboardItem === 'undefined') throw new Error(pictureText.copyRefused);
    // The promise is handed over, since some browsers forget the click while it is waited for.
    const png = draw().then(pngFile);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return { tone: 'plain', text: pictureText.copied };
  };
  const actions = [
    [pictureText.png, savePng],
    [pictureText.svg, saveSvg],
    [pictureText.pdf, savePdf],
    [pictureText.copy, copy],
  ] as const;
  return (
    <>
      <div className={styles.actions}>
        {actions.map(([label, work]) => (
          <Button key={label} disabled={!isReady} onClick={run(work)}>
            {label}
          </Button>
        ))}
        <span role="status" className="small quiet">
          {isBusy ? pictureText.drawing : said?.tone === 'plain' ? said.text : ''}
        </span>
      </div>
      {said?.tone === 'bad' && (
        <Note tone="bad" title={pictureText.failed}>
          {said.text}
        </Note>
      )}
    </>
  );
}

/** What a file may be called everywhere. */
function slug(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase();
  return (
    plain
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'plot'
  );
}
