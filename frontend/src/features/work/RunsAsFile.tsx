import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { MOST_FILE_BYTES, readRunsFile, writeRunsFile } from '@/analysis/links/runsFile';
import { computeFiledRuns, runsForFile, type ReadBack } from '@/api/runs/filedRuns';
import { hasServer } from '@/api/http/transport';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { saveFile } from '@/ui/saveFile';

import styles from './work.module.css';

const FILE_NAME = 'fairtt-lab-runs.json';

/**
 * On a site without a server: what this browser has as a file. There and in a lab: a file's runs
 * here, computed again.
 */
export function RunsAsFile() {
  const input = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const [doneCount, setDoneCount] = useState(0);
  const save = useMutation({
    mutationFn: async () => {
      const file = await runsForFile();
      const count = file.runs.length + file.attempts.length + file.experiments.length;
      const text = writeRunsFile(file);
      // A file that could not be read back is not saved.
      readRunsFile(text);
      if (count > 0) saveFile(FILE_NAME, text);
      return count;
    },
  });
  const read = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MOST_FILE_BYTES) {
        throw new Error(`The file has ${file.size} bytes; at most ${MOST_FILE_BYTES} are read.`);
      }
      setDoneCount(0);
      return computeFiledRuns(readRunsFile(await file.text()), setDoneCount);
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
  const failure = save.error ?? read.error;
  return (
    <>
      {!hasServer() && (
        <Button disabled={save.isPending} onClick={() => save.mutate()}>
          Save runs to a file
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="File of runs"
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen !== undefined) read.mutate(chosen);
        }}
      />
      <Button disabled={read.isPending} onClick={() => input.current?.click()}>
        Read runs from a file
      </Button>
      <div role="status" className={styles.report}>
        {read.isPending && <p className="quiet">Computing again: run {doneCount + 1}.</p>}
        {save.data === 0 && (
          <p className="quiet">There is no finished run, lab or experiment to save yet.</p>
        )}
        {read.data !== undefined && <ReadBackReport found={read.data} />}
        {failure !== null && (
          <Note tone="bad" title={save.error === null ? 'Not read' : 'Not saved'}>
            {failure.message}
          </Note>
        )}
      </div>
    </>
  );
}

function ReadBackReport({ found }: { found: ReadBack }) {
  const { equalCount, knownCount, labCount, experimentCount, problems } = found;
  const known = knownCount > 0 ? ` ${knownCount} more were here already.` : '';
  const labs = labCount > 0 ? ` Labs done alone with them: ${labCount}.` : '';
  const experiments = experimentCount > 0 ? ` Experiments computed again: ${experimentCount}.` : '';
  return (
    <>
      <Note tone="plain" title="Read">
        {`${equalCount} computed again here, with the digests of the file.${known}${labs}${experiments}`}
      </Note>
      {problems.length > 0 && (
        <Note tone="bad" title={`${problems.length} different from the file`}>
          {problems.join(' ')}
        </Note>
      )}
    </>
  );
}
