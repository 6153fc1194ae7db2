import { search, word } from './search';

/** The editor of an algorithm: `/algorithms/write?fork=wasm:DIGEST` begins with a stored module. */
export const writeSearch = search({ fork: word });
