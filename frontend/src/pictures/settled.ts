const QUIET_MS = 350;
const LONGEST_MS = 8000;

/** Resolves when nothing in an element has changed for a while: Plotly draws when it is loaded. */
export function settled(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      clearTimeout(last);
      resolve();
    };
    let timer = setTimeout(done, QUIET_MS);
    const last = setTimeout(done, LONGEST_MS);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, QUIET_MS);
    });
    observer.observe(element, { childList: true, subtree: true, attributes: true });
  });
}
