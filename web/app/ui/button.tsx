import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import './button.css';

export interface ButtonLook {
  /** primary: the one action of the screen. ink: money and firm second actions. line: the rest. quiet: rows, dialogs. danger: cannot be undone. */
  variant?: 'primary' | 'ink' | 'line' | 'quiet' | 'danger';
  /** l 56 px hero, m 48 px, s 40 px in cards, xs 32 px in work rooms */
  size?: 'l' | 'm' | 's' | 'xs';
  /** The button is as wide as its container. */
  wide?: boolean;
}

export function buttonClass({ variant = 'line', size = 'm', wide }: ButtonLook, extra?: string): string {
  return classNames('button', `button--${variant}`, `button--${size}`, wide && 'button--wide', extra);
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Keeps width, focus and position during the work. A second click does nothing. */
  busy?: boolean;
  /** The label of a busy button, for example 'Submitting...'. */
  busyLabel?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant,
  size,
  wide,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span
        className="button__label"
        data-hidden={busy || undefined}
        aria-hidden={(busy && busyLabel != null) || undefined}
      >
        {children}
      </span>
      {busy && (
        <span className="button__busy">
          <span className="button__ring" aria-hidden="true" />
          {busyLabel}
        </span>
      )}
    </button>
  );
}
