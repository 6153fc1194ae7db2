/**
 * A first click into a number selects it, as the tab key does: what is typed then replaces it and
 * does not land between its digits. A second click puts the caret where it is wanted.
 */
export const selectOnFirstClick = {
  onPointerDown: ({ currentTarget }: React.PointerEvent<HTMLInputElement>) => {
    if (document.activeElement === currentTarget) return;
    currentTarget.addEventListener(
      'click',
      () => {
        // Who dragged over some digits has chosen them.
        if (currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select();
      },
      { once: true },
    );
  },
};
