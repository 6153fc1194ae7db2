import { useState } from 'react';

import { Button } from '@/ui/Button';
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
    return {
      tone: 'plain',
      text: `The PDF's font lacks letters of ${painted.join(', ')}: these words become pixels.`,
    };
  };
  const copy = async (): Promise<Said> => {
    if (typeof ClipboardItem === 'undefined')
      throw new Error('The browser does not let this page write to the clipboard.');
    // The promise is handed over, since some browsers forget the click while it is waited for.
    const png = draw().then(pngFile);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return { tone: 'plain', text: 'Copied' };
  };
  const actions = [
    ['Save PNG', savePng],
    ['Save SVG', saveSvg],
    ['Save PDF', savePdf],
    ['Copy PNG', copy],
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
          {isBusy ? 'Drawing …' : said?.tone === 'plain' ? said.text : ''}
        </span>
      </div>
      {said?.tone === 'bad' && (
        <Note tone="bad" title="The picture was not made">
          {said.text}
        </Note>
      )}
    </>
  );
}

/** A file name that is valid on every system. */
function slug(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase();
  return (
    plain
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'plot'
  );
}
