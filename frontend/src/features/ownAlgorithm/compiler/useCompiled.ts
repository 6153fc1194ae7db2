import { useEffect, useRef, useState } from 'react';

import { Compiler } from './Compiler';
import type { Compiled } from './messages';

/** Long enough that a word is typed to its end, short enough to be an answer to it. */
const PAUSE_MS = 400;

export interface CompiledText {
  readonly text: string;
  readonly compiled: Compiled;
}

/**
 * The last answer of the compiler; null before the first. It is of another text than `text` while
 * that is being typed or compiled.
 */
export function useCompiled(text: string): CompiledText | null {
  const [answer, setAnswer] = useState<CompiledText | null>(null);
  const compiler = useRef<Compiler | null>(null);
  useEffect(() => {
    const own = new Compiler((compiled, of) => setAnswer({ compiled, text: of }));
    compiler.current = own;
    return () => {
      compiler.current = null;
      own.close();
    };
  }, []);
  const isFirst = useRef(true);
  useEffect(() => {
    const timer = setTimeout(() => compiler.current?.ask(text), isFirst.current ? 0 : PAUSE_MS);
    isFirst.current = false;
    return () => clearTimeout(timer);
  }, [text]);
  return answer;
}
