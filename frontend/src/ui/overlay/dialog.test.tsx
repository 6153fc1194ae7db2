import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';

import { Dialog } from './Dialog';

function Page({ onPageKey }: { onPageKey: (key: string) => void }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <div>
      {isOpen && (
        <Dialog title="Sheet" onClose={() => setOpen(false)}>
          <button type="button">Compute</button>
        </Dialog>
      )}
      <input aria-label="behind" onKeyDown={({ key }) => onPageKey(key)} />
    </div>
  );
}

it('takes the keys while the focus is nowhere, as behind a button that was disabled', () => {
  const onPageKey = vi.fn();
  const onKeyDown = ({ key }: KeyboardEvent) => {
    onPageKey(key);
  };
  document.addEventListener('keydown', onKeyDown);
  render(<Page onPageKey={onPageKey} />);
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onPageKey).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'b' });
  expect(onPageKey).toHaveBeenCalledWith('b');
  document.removeEventListener('keydown', onKeyDown);
});
