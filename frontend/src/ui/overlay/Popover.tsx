import clsx from 'clsx';
import { useEffect, useLayoutEffect, useRef } from 'react';

import { keepInside } from './keepInside';

interface PopoverProps {
  /** The control that it belongs to. */
  readonly target: React.ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** With which edge of the target it lines up. */
  readonly align: 'start' | 'end';
  readonly className?: string | undefined;
  /** Of the control and the box together. */
  readonly placeClassName?: string | undefined;
  readonly children: React.ReactNode;
}

/** A box below a control: a click elsewhere or Escape closes it, and the focus goes back. */
export function Popover({ target, isOpen, placeClassName, ...own }: PopoverProps) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className={clsx('ui-popover', placeClassName)}>
      {target}
      {isOpen && <Box place={place} {...own} />}
    </div>
  );
}

interface BoxProps extends Omit<PopoverProps, 'target' | 'isOpen' | 'placeClassName'> {
  readonly place: React.RefObject<HTMLDivElement | null>;
}

function Box({ place, onClose, align, className, children }: BoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    if (box.current !== null) pullInside(box.current);
  }, []);
  useEffect(() => {
    const opener = place.current?.querySelector<HTMLElement>('button');
    box.current?.querySelector<HTMLElement>('a[href], button, input')?.focus();
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && place.current?.contains(target))) close.current();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      // The focus went with the box, unless the user has moved it on.
      if (document.activeElement === document.body) opener?.focus();
    };
  }, [place]);
  return (
    <div
      ref={box}
      role="dialog"
      className={clsx('ui-popover-box', className)}
      data-align={align}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
        if (event.key === 'Tab') keepInside(event);
      }}
    >
      {children}
    </div>
  );
}

const MARGIN_PX = 8;

/** Moves a box that goes over the right edge of the window back, as far as its left edge allows. */
function pullInside(box: HTMLElement): void {
  const { left, right } = box.getBoundingClientRect();
  const over = right + MARGIN_PX - document.documentElement.clientWidth;
  if (over > 0) box.style.translate = `${-Math.min(over, left - MARGIN_PX)}px`;
}
