import { expect, it } from 'vitest';

import { problemText } from './problemTexts';

const FORM = 'must be lower-case letters and digits, with single hyphens between them';

it('says what remains to be chosen in a new step, not how its name would be written', () => {
  const message = `steps.0.about is ''; it ${FORM}`;
  expect(problemText({ path: 'steps.0.about', message, value: '' })).toBe(
    'Choose which run it predicts.',
  );
});

it('says what must hold of a name that is written otherwise', () => {
  const message = `steps.1.id is 'My step'; it ${FORM}`;
  expect(problemText({ path: 'steps.1.id', message, value: 'My step' })).toBe(
    'It must be lower-case letters and digits, with single hyphens between them.',
  );
});

it('says what must hold of the run that is predicted, not of its id', () => {
  const message = "steps.2.about is 'run'; it must be the id of a later step with a run";
  expect(problemText({ path: 'steps.2.about', message, value: 'run' })).toBe(
    'The step that it predicts must have a run and come after it.',
  );
});
