import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import '#web/ui/sub-page.css';
import { LocalisedLink } from './locale.tsx';

/** A link at the top of a page to the page above it. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LocalisedLink to={to} className="back-link">
      <Icon as={ArrowLeft} size="s" />
      {children}
    </LocalisedLink>
  );
}

interface Props {
  back: { to: string; text: string };
  /** Null: the content has its own heading. */
  title: string | null;
  lead?: ReactNode;
  isLoading?: boolean;
  className?: string;
  children: ReactNode;
}

/** A page below another one: a link back, the title, an introduction, and the content. */
export function SubPage({ back, title, lead, isLoading, className, children }: Props) {
  return (
    <main id="content" className={classNames('sub-page', className)} aria-busy={isLoading}>
      <BackLink to={back.to}>{back.text}</BackLink>
      {title !== null && <h1 className="h2">{title}</h1>}
      {title !== null && lead && <p className="sub-page__lead">{lead}</p>}
      {children}
    </main>
  );
}
