/** Where a teacher finds a preset: topics in few sections, each with its cases in order. */
import type { Preset } from '@/api/types';

const SECTION_WORDS = {
  rtt: { title: 'Round-trip times', why: 'Who gets more of the link, the near or the far?' },
  buffers: { title: 'Buffers and loss', why: 'What a deep, a shallow and a lossy path do.' },
  sharing: { title: 'Company', why: 'Unlike algorithms, late-comers, and equals as a check.' },
} as const;

export interface Section {
  readonly title: string;
  readonly why: string;
  readonly cases: readonly Preset[];
}

const SECTIONS: readonly { name: keyof typeof SECTION_WORDS; topics: Preset['topic'][] }[] = [
  { name: 'rtt', topics: ['rtt'] },
  { name: 'buffers', topics: ['buffers', 'loss'] },
  { name: 'sharing', topics: ['mixtures', 'sanity'] },
];

/** Sections without a case are left out. */
export function sectionsOf(presets: readonly Preset[]): Section[] {
  return SECTIONS.map(({ name, topics }) => ({
    ...SECTION_WORDS[name],
    cases: presets.filter(({ topic }) => topics.includes(topic)),
  })).filter(({ cases }) => cases.length > 0);
}
