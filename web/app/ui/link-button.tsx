import { Link, type LinkProps } from 'react-router';
import { type ButtonLook, buttonClass } from './button.tsx';

interface Props extends Omit<LinkProps, 'to'>, ButtonLook {
  to: string;
}

/** A link that looks like a button. It opens a page and changes nothing. */
export function LinkButton({ variant, size, wide, className, children, ...rest }: Props) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, wide }, className)}>
      <span className="button__label">{children}</span>
    </Link>
  );
}
