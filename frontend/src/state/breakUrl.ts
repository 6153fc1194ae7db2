import { search, word } from './search';

/** `/break?search=ID` shows a search; `?a=bbr2&b=cubic` begins with these algorithms. */
export const breakSearch = search({ search: word, a: word, b: word });
