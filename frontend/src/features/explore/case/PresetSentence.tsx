import type { Preset } from '@/api/types';

/** The result in a sentence, its measured numbers in bold. */
export function PresetSentence({ preset }: { preset: Preset }) {
  return preset.sentence_parts.map(({ text, is_number }, index) =>
    is_number ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
  );
}
