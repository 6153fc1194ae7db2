import type { Sentence as Parts } from '@/analysis/papers/types';

/** A sentence with its measured numbers in bold. */
export function Sentence({ parts }: { parts: Parts }) {
  return parts.map(({ text, is_number }, index) =>
    is_number ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
  );
}
