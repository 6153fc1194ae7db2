import { withGroups, type NewGroup } from '@/analysis/experiment/edits';
import { readExperiment, withAxes } from '@/analysis/experiment/document';
import { joinPath, insertInText, moveInText, setInText } from '@/analysis/scenario/fieldPath';

import type { CheckedText } from './useCheckedText';
import type { EditedDocument } from './useDocument';

export interface GroupEdits {
  readonly insert: (index: number, group: unknown) => void;
  readonly move: (from: number, to: number) => void;
  readonly remove: (index: number) => void;
}

/** Changes of the list of flow groups; the axes of an experiment follow the groups. */
export function useGroups(document: EditedDocument, checked: CheckedText): GroupEdits {
  const { prefix, experiment, value } = checked;
  const list = joinPath(prefix, 'flows');
  const change = (text: string, newGroup: NewGroup, subject = '') => {
    if (experiment === null) {
      document.change({ text }, subject);
      return;
    }
    const read = readExperiment(experiment);
    const axes = withGroups(read.axes, newGroup);
    const isSame = read.isPartial || JSON.stringify(axes) === JSON.stringify(read.axes);
    // An arm that went with its group leaves nothing to compare.
    const baselineIndex = axes.some(({ role }) => role === 'arm') ? read.baselineIndex : 0;
    const edited = isSame ? text : withAxes(text, { axes, baselineIndex }, checked.name);
    document.change({ text: edited }, subject);
  };
  return {
    insert: (index, group) => {
      if (!Array.isArray(value?.flows)) {
        document.set({ [list]: [group] });
        return;
      }
      const place = Math.min(index, value.flows.length);
      const text = insertInText(document.text, list, place, group);
      change(text, (old) => (old >= place ? old + 1 : old));
    },
    move: (from, to) => {
      const text = moveInText(document.text, list, from, to);
      change(text, (old) => movedTo(old, from, to), 'move');
    },
    remove: (index) => {
      const text = setInText(document.text, joinPath(list, index), undefined);
      change(text, (old) => (old === index ? null : old > index ? old - 1 : old));
    },
  };
}

function movedTo(old: number, from: number, to: number): number {
  if (old === from) return to;
  if (from < old && old <= to) return old - 1;
  return to <= old && old < from ? old + 1 : old;
}
