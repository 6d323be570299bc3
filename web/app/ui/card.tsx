import type { HTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import './card.css';

interface Props extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  ref?: Ref<HTMLElement>;
  title?: ReactNode;
  /** An action at the end of the title's line. A card has at most one. */
  action?: ReactNode;
  /** True if the card has a shadow, for floating or urgent cards. */
  raised?: boolean;
}

/** A card with a title. Cards are never nested. Thin lines separate the rows in a card. */
export function Card({ title, action, raised, className, children, ...rest }: Props) {
  return (
    <section {...rest} className={classNames('card', raised && 'card--raised', className)}>
      {(title || action) && (
        <header className="card__head">
          {title && <h2 className="title">{title}</h2>}
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
