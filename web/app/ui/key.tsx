import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './key.css';

interface Props {
  children: ReactNode;
  className?: string | undefined;
  /** Decoration only, because screen readers get the command elsewhere. */
  isDecoration?: boolean;
}

/** A key as it looks on a keyboard. */
export function Key({ children, className, isDecoration }: Props) {
  return (
    <kbd className={classNames('key', className)} aria-hidden={isDecoration}>
      {children}
    </kbd>
  );
}
