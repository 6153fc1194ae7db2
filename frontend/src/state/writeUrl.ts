import { search, word } from './search';

/**
 * The editor of an algorithm: `/algorithms/write?fork=wasm:DIGEST` begins with a stored module,
 * `?attempt=ID&step=ID` is for a step of a lab.
 */
export const writeSearch = search({ fork: word, attempt: word, step: word });
