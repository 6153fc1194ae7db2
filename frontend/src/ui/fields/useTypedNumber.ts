import { useState } from 'react';

import { isBegun, readNumber, type Meaning, type Takes } from '@/analysis/numbers/reading';
import { refusalOf, type Refusal } from '@/analysis/numbers/refusal';

/** The text of a field while it is being typed, beside the value that it has. */
interface Typed {
  readonly text: string;
  /** The value that was passed on for it. */
  readonly next: unknown;
  /** The value before: a form that does not take `next` keeps it. */
  readonly before: unknown;
  readonly wasTaken: boolean;
  /** The field was left, or Enter was pressed: a problem of the text is shown. */
  readonly isDone: boolean;
}

interface TypedNumberOptions {
  readonly takes: Takes;
  readonly value: unknown;
  /** The value as a text, while the field is not edited. */
  readonly shown: string;
  /** The value of any text. */
  readonly read: (text: string) => unknown;
  /** Why the field can not hold a number, or nothing (null); null: it can, or the form says why. */
  readonly refuse: (value: number | null, text: string) => Refusal | null;
  readonly onChange: (value: unknown) => void;
  /** Instead of `onChange` where a unit was typed. */
  readonly onUnit?: ((meaning: Meaning) => void) | undefined;
}

interface TypedNumber {
  readonly text: string;
  /** null: nothing is wrong with the text, or it is not finished. */
  readonly refusal: Refusal | null;
  readonly type: (text: string) => void;
  /** What was typed is all of it. */
  readonly finish: () => void;
  readonly choose: (meaning: Meaning) => void;
}

/**
 * A number that is being typed. The text stays as typed as long as it means the value. A text that
 * is not finished ("10 Gbi") changes nothing until the field is left; then it is the value itself,
 * so that nothing runs with a number that is no longer shown.
 */
export function useTypedNumber(options: TypedNumberOptions): TypedNumber {
  const { takes, value, shown, read, onChange, onUnit } = options;
  const [typed, setTyped] = useState<Typed | null>(null);
  if (typed?.wasTaken === false && typed.next === value) setTyped({ ...typed, wasTaken: true });
  const isTyped = typed !== null && standsFor(typed, value);
  const text = isTyped ? typed.text : shown;
  const pass = (meaning: Meaning) => {
    if (onUnit !== undefined && meaning.unit !== null) onUnit(meaning);
    else onChange(meaning.value);
  };
  const type = (next: string) => {
    const reading = readNumber(next, takes);
    const typing = { text: next, before: value, wasTaken: false, isDone: false };
    if (reading.kind === 'number') {
      setTyped({ ...typing, next: reading.meaning.value });
      pass(reading.meaning);
    } else if (reading.kind !== 'empty' && isBegun(next, takes)) {
      setTyped({ ...typing, next: value });
    } else {
      const passed = read(next);
      setTyped({ ...typing, next: passed });
      onChange(passed);
    }
  };
  const finish = () => {
    if (typed === null) return;
    if (!isTyped || whyNot(typed.text, options) === null) {
      setTyped(null);
      return;
    }
    const next = read(typed.text);
    setTyped({ text: typed.text, next, before: value, wasTaken: false, isDone: true });
    if (next !== typed.next) onChange(next);
  };
  return {
    text,
    refusal: refusalNow(isTyped ? typed : null, options),
    type,
    finish,
    choose: (meaning) => {
      setTyped(null);
      pass(meaning);
    },
  };
}

/** A form without a place for texts has nothing where one was typed. */
function standsFor({ next, before, wasTaken }: Typed, value: unknown): boolean {
  if (next === value) return true;
  return (!wasTaken && before === value) || (typeof next === 'string' && value === '');
}

function refusalNow(typed: Typed | null, options: TypedNumberOptions): Refusal | null {
  const { value, takes } = options;
  if (typed === null) return typeof value === 'string' ? refusalOf(value, takes) : null;
  if (typed.isDone) return whyNot(typed.text, options);
  return isBegun(typed.text, takes) ? null : refusalOf(typed.text, takes);
}

function whyNot(text: string, { takes, refuse }: TypedNumberOptions): Refusal | null {
  const reading = readNumber(text, takes);
  if (reading.kind === 'empty') return refuse(null, text);
  return reading.kind === 'number' ? refuse(reading.meaning.value, text) : refusalOf(text, takes);
}
