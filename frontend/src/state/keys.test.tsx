import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { usePageKeys } from './keys';

function Page({ onKey }: { onKey: (key: string) => void }) {
  usePageKeys({ ' ': () => onKey('space'), ArrowLeft: () => onKey('left'), f: () => onKey('f') });
  return (
    <>
      <button type="button">press</button>
      <input aria-label="text" />
      <div role="slider" aria-label="slide" aria-valuenow={0} tabIndex={0} />
    </>
  );
}

describe('the keys of a page', () => {
  it('work wherever the focus has no use for them', async () => {
    const onKey = vi.fn();
    render(<Page onKey={onKey} />);
    const user = userEvent.setup();
    await user.keyboard(' {ArrowLeft}f');
    expect(onKey.mock.calls.flat()).toEqual(['space', 'left', 'f']);
  });

  it('leave a button its space, a slider its arrows and a field everything', async () => {
    const onKey = vi.fn();
    render(<Page onKey={onKey} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button'));
    await user.keyboard(' f');
    screen.getByRole('slider').focus();
    await user.keyboard('{ArrowLeft} ');
    await user.click(screen.getByRole('textbox'));
    await user.keyboard('{ArrowLeft} f');
    expect(onKey.mock.calls.flat()).toEqual(['f', 'space']);
  });
});
