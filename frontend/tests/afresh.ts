/**
 * Files of one worker share its process, its document and its packages. What the modules of `src`
 * and `tests` remember is not shared: this runs before each file, which then gets them anew.
 */
import { vi } from 'vitest';

vi.resetModules();
document.head.replaceChildren();
document.body.replaceChildren();
for (const { name } of [...document.documentElement.attributes]) {
  document.documentElement.removeAttribute(name);
}
window.localStorage.clear();
window.sessionStorage.clear();
window.history.replaceState(null, '', '/');
