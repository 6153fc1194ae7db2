import { t } from '@lingui/core/macro';

import { listAt, textAt, withValue, type LabDraft } from '@/analysis/labs/draft';
import { newQuestion } from '@/analysis/labs/newStep';
import { Checkbox } from '@/ui/fields/Checkbox';

import { useDraftPlace, useEditing } from '../editing';
import { AnswerKind, NumberBox, Problems, TextField, UnitAndTolerance } from './fields';
import fields from './fields.module.css';
import { ItemList } from './ItemList';

const KINDS = [
  { value: 'text', label: t`Words` },
  { value: 'choice', label: t`Choice` },
  { value: 'number', label: t`Number` },
] as const;

/** How a question is answered, and what is right. */
export function QuestionForm({ path }: { path: string }) {
  const { draft } = useEditing();
  const at = `${path}.question`;
  const kind = textAt(draft, `${at}.kind`);
  return (
    <>
      <AnswerKind
        path={at}
        label={t`Kind of question`}
        kinds={KINDS}
        usual="text"
        fresh={newQuestion}
      />
      {kind === 'choice' ? (
        <Choice path={at} />
      ) : kind === 'number' ? (
        <div className={fields.row}>
          <NumberBox path={`${at}.right`} label={t`Right answer`} />
          <UnitAndTolerance path={at} />
        </div>
      ) : (
        <TextField
          path={`${at}.expected`}
          label={t`A good answer`}
          rows={2}
          hint={t`For teachers who read the answers. Students never see it.`}
        />
      )}
    </>
  );
}

function Choice({ path }: { path: string }) {
  const { draft, change } = useEditing();
  const { problems } = useDraftPlace(`${path}.right`);
  const right = listAt(draft, `${path}.right`);
  const setRight = (index: number, isRight: boolean) => {
    const others = right.filter((each) => each !== index);
    const next = isRight ? [...others, index].sort((a, b) => Number(a) - Number(b)) : others;
    change((now) => withValue(now, `${path}.right`, next), '');
  };
  return (
    <>
      <ItemList
        path={`${path}.options`}
        title={t`Answers`}
        one={t`answer`}
        add={t`Add an answer`}
        hint={t`One or several are right.`}
        fresh=""
        follow={(now, order) => withRightIn(now, path, order)}
        renderItem={(item, name, index) => (
          <>
            <TextField path={item} label={name} />
            <Checkbox
              className={fields.check}
              label={t`${name} is right`}
              checked={right.includes(index)}
              onChange={(isRight) => setRight(index, isRight)}
            />
          </>
        )}
      />
      <div data-path={`${path}.right`}>
        <Problems problems={problems} />
      </div>
    </>
  );
}

/** The right answers stay right when answers change places. */
function withRightIn(draft: LabDraft, path: string, order: readonly number[]): LabDraft {
  const right = listAt(draft, `${path}.right`);
  const next = order.flatMap((before, now) => (right.includes(before) ? [now] : []));
  return withValue(draft, `${path}.right`, next);
}
