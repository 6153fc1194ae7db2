/** Where a teacher finds a preset: topics in few sections, each with its cases in order. */
import type { Preset } from '@/api/types';
import { presetsText } from '@/messages/presets';

export interface Section {
  readonly title: string;
  readonly why: string;
  readonly cases: readonly Preset[];
}

const SECTIONS: readonly { name: keyof typeof presetsText.sections; topics: Preset['topic'][] }[] =
  [
    { name: 'rtt', topics: ['rtt'] },
    { name: 'buffers', topics: ['buffers', 'loss'] },
    { name: 'sharing', topics: ['mixtures', 'sanity'] },
  ];

/** Sections without a case are left out. */
export function sectionsOf(presets: readonly Preset[]): Section[] {
  return SECTIONS.map(({ name, topics }) => ({
    ...presetsText.sections[name],
    cases: presets.filter(({ topic }) => topics.includes(topic)),
  })).filter(({ cases }) => cases.length > 0);
}
