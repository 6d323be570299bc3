import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { holdForm } from './hold-form.ts';
import './button.css';

export interface ButtonLook {
  /**
   * The look of the button. 'primary' is for the one main action of the screen. 'ink' is for other important actions,
   * and 'line' for ordinary ones. 'quiet' is for rows and dialogs, and 'danger' for actions that cannot be undone.
   */
  variant?: 'primary' | 'ink' | 'line' | 'quiet' | 'danger';
  /**
   * The height. l is 56 px, for the main actions of a page. m is 48 px. s is 40 px, for cards. xs is 32 px, for the
   * work pages of staff.
   */
  size?: 'l' | 'm' | 's' | 'xs';
  /** True if the button is as wide as its container. */
  wide?: boolean;
}

export function buttonClass({ variant = 'line', size = 'm', wide }: ButtonLook, extra?: string): string {
  return classNames('button', `button--${variant}`, `button--${size}`, wide && 'button--wide', extra);
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /**
   * True while the action is running. The button keeps its width, focus and position, and a second click has no effect.
   */
  busy?: boolean;
  /**
   * Like `busy`, and nobody can change the form of the button in the meantime. Set it if the form closes or is cleared
   * after the action, because later text would be lost.
   */
  saving?: boolean;
  /** The label of a busy button, for example 'Submitting...'. */
  busyLabel?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant,
  size,
  wide,
  saving = false,
  busy = saving,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ref,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      ref={saving ? holdForm : ref}
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
