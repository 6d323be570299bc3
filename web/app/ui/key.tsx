import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './key.css';

interface Props {
  children: ReactNode;
  className?: string | undefined;
  /** True if the key is decoration, because screen readers announce the command elsewhere. */
  isDecoration?: boolean;
}

/** Draws a key as on a keyboard. */
export function Key({ children, className, isDecoration }: Props) {
  return (
    <kbd className={classNames('key', className)} aria-hidden={isDecoration}>
      {children}
    </kbd>
  );
}
