import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import './icon-button.css';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon;
  /** The button's name, which is also its tooltip. */
  label: string;
  /** The size: m is 44 px, s is 32 px for work pages and dense rows. */
  size?: 'm' | 's';
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, size = 'm', className, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classNames('icon-button', `icon-button--${size}`, className)}
    >
      <Icon as={icon} size={size === 's' ? 's' : 'm'} />
    </button>
  );
}
