import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useMedia } from '#web/lib/use-media.ts';
import { Icon } from './icon.tsx';
import './fold.css';

/** Under this width sections stand below each other, and fold. */
export const NARROW = '(max-width: 899px)';

interface Props {
  title: ReactNode;
  /** What is worth knowing of it while it is folded, such as a count of new messages. */
  summary?: ReactNode;
  /** Opens it when it becomes true; the reader closes it. */
  isAsked?: boolean;
  children: ReactNode;
}

/** A section of a long page. On a phone it is one line until it is opened, and nothing in it is loaded before; on wider screens it is always open. */
export function Fold({ title, summary, isAsked = false, children }: Props) {
  const isNarrow = useMedia(NARROW);
  const [isOpen, setOpen] = useState(isAsked);
  const id = useId();
  useEffect(() => {
    if (isAsked) setOpen(true);
  }, [isAsked]);
  if (!isNarrow) return children;
  return (
    <div className="fold">
      <h2 className="title">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{title}</span>
          {summary && <span className="fold__summary">{summary}</span>}
          <Icon as={ChevronDown} />
        </button>
      </h2>
      {isOpen && (
        <div className="fold__body" id={id}>
          {children}
        </div>
      )}
    </div>
  );
}
