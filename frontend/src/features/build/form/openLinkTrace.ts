import { withinLimit } from '@/analysis/imports/links/linkCut';
import { bottleneckFields } from '@/analysis/imports/links/linkSteps';
import { readSource } from '@/analysis/imports/read';
import { ofBlob } from '@/analysis/imports/source';
import { ImportError } from '@/analysis/imports/types';
import { formatCount } from '@/analysis/numbers/units';

type OpenedTrace =
  | {
      readonly timesMs: readonly number[];
      /** Further fields of the bottleneck: its delay and loss over time. */
      readonly fields: Readonly<Record<string, unknown>>;
      readonly notes: readonly string[];
    }
  | { readonly problem: string };

/** The trace of a link from a file; the readers load when a file is opened. */
export async function openLinkTrace(file: File, mostBytes: number): Promise<OpenedTrace> {
  if (file.size > mostBytes) {
    return {
      problem: `The file has ${formatCount(file.size)} bytes; at most ${formatCount(mostBytes)} are read.`,
    };
  }
  try {
    const read = await readSource(
      ofBlob(file.name, file),
      { columns: null, isLink: true },
      () => undefined,
    );
    if (read.kind !== 'link') {
      const what = read.kind === 'scenario' ? 'a scenario' : (read.trace.about?.what ?? 'a log');
      return {
        problem: `The file is ${what}, not a link trace. Open a measurement on the page of a run.`,
      };
    }
    const link = withinLimit(read.link);
    const { opportunities_ms, about } = link;
    return {
      timesMs: opportunities_ms,
      fields: bottleneckFields(link),
      notes: [...about.left_out, ...about.uncertain],
    };
  } catch (error) {
    if (error instanceof ImportError) return { problem: error.message };
    throw error;
  }
}
