import { useEffect, useRef, useState } from 'react';

import { Compiler } from './Compiler';
import type { Compiled, DebugCompiled } from './messages';

/** Long enough that a word is typed to its end, short enough to be an answer to it. */
const PAUSE_MS = 400;

export interface CompiledText {
  readonly text: string;
  readonly compiled: Compiled;
}

/** A module for stepping, or why there is none. */
export interface DebugText {
  readonly text: string;
  readonly watches: readonly string[];
  readonly compiled: DebugCompiled;
}

/**
 * The last answers of the compiler; null before the first. They are of another text than `text`
 * while that is being typed or compiled. A module for stepping is made where `watches` are given.
 */
export function useCompiled(text: string, watches: readonly string[] | null) {
  const [answer, setAnswer] = useState<CompiledText | null>(null);
  const [debug, setDebug] = useState<DebugText | null>(null);
  const compiler = useRef<Compiler | null>(null);
  useEffect(() => {
    const own = new Compiler({
      onCompiled: (compiled, of) => setAnswer({ compiled, text: of }),
      onDebug: (compiled, of, watched) => setDebug({ compiled, text: of, watches: watched }),
    });
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
  const isGood = answer?.text === text && 'bytes' in answer.compiled;
  useEffect(() => {
    if (isGood && watches !== null) compiler.current?.askDebug(text, watches);
  }, [isGood, text, watches]);
  return { answer, debug };
}
