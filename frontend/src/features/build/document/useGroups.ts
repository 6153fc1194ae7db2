import { withGroups, type NewGroup } from '@/analysis/experiment/edits';
import { readExperiment, withAxes } from '@/analysis/experiment/document';
import {
  joinPath,
  insertInText,
  moveInText,
  setInText,
} from '@/analysis/scenario/fields/fieldPath';
import { chosenNames, labelOf, renamedInText } from '@/analysis/scenario/groupNames';
import { useAlgorithmTitle } from '@/api/catalog';

import type { CheckedText } from './useCheckedText';
import type { EditedDocument } from './useDocument';

export interface GroupEdits {
  readonly insert: (index: number, group: unknown) => void;
  readonly move: (from: number, to: number) => void;
  readonly remove: (index: number) => void;
}

/** Changes of the list of flow groups; their names and the axes of an experiment follow. */
export function useGroups(document: EditedDocument, checked: CheckedText): GroupEdits {
  const { prefix, experiment, value } = checked;
  const list = joinPath(prefix, 'flows');
  const titleOf = useAlgorithmTitle();
  const groups: readonly unknown[] = Array.isArray(value?.flows) ? value.flows : [];
  const chosen = chosenNames(groups, titleOf);
  const named = (text: string, isKept: readonly boolean[]) =>
    renamedInText(text, prefix, isKept, titleOf);
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
        const text = setInText(document.text, list, [group]);
        document.change({ text: named(text, [labelOf(group) !== '']) }, '');
        return;
      }
      const place = Math.min(index, value.flows.length);
      const text = insertInText(document.text, list, place, group);
      const isKept = chosen.toSpliced(place, 0, labelOf(group) !== '');
      change(named(text, isKept), (old) => (old >= place ? old + 1 : old));
    },
    move: (from, to) => {
      const text = moveInText(document.text, list, from, to);
      const isKept = chosen.toSpliced(from, 1);
      isKept.splice(to, 0, chosen[from] ?? true);
      change(named(text, isKept), (old) => movedTo(old, from, to), 'move');
    },
    remove: (index) => {
      const text = setInText(document.text, joinPath(list, index), undefined);
      const isKept = chosen.toSpliced(index, 1);
      change(named(text, isKept), (old) => (old === index ? null : old > index ? old - 1 : old));
    },
  };
}

function movedTo(old: number, from: number, to: number): number {
  if (old === from) return to;
  if (from < old && old <= to) return old - 1;
  return to <= old && old < from ? old + 1 : old;
}
