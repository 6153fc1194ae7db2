import { useState, type ReactNode } from 'react';

import { hasServer, send } from '@/api/http/transport';
import { saveFile } from '@/ui/saveFile';

import styles from './share.module.css';

interface FileLinkProps {
  /** Its address in a lab. */
  readonly href: string;
  readonly children: ReactNode;
}

/** A file that a lab sends, or where there is no server the page makes when it is asked for. */
export function FileLink({ href, children }: FileLinkProps) {
  if (!hasServer()) return <MadeHere href={href}>{children}</MadeHere>;
  return (
    <a href={href} download>
      {children}
    </a>
  );
}

function MadeHere({ href, children }: FileLinkProps) {
  const [isAtWork, setAtWork] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const make = async () => {
    setAtWork(true);
    setProblem(await madeAndSaved(href));
    setAtWork(false);
  };
  return (
    <>
      <button
        type="button"
        className={styles.file}
        aria-disabled={isAtWork}
        onClick={() => void (isAtWork ? null : make())}
      >
        {children}
        {isAtWork && <span className="faint"> is being made …</span>}
      </button>
      {problem !== null && <span role="alert">{problem}</span>}
    </>
  );
}

/** Why there is no file; null: it is saved. */
async function madeAndSaved(href: string): Promise<string | null> {
  try {
    const answer = await send(new Request(new URL(href, window.location.origin)));
    if (!answer.ok) return ((await answer.json()) as { detail: string }).detail;
    const name = /filename="([^"]*)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
    const type = answer.headers.get('Content-Type') ?? undefined;
    saveFile(name ?? 'file', await answer.arrayBuffer(), type);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
