import { search, word } from './search';

/** The page of a lab that was begun: `/labs/attempts/ID?step=guess`. */
export const labSearch = search({
  /** The id of the step that is shown; without it the first that is not done. */
  step: word,
});

/** The editor of a lab: `/labs/edit/ID?step=guess`. */
export const labEditorSearch = search({
  /** The id of the step that is edited; without it the lab itself. */
  step: word,
});
