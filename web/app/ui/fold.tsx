import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useMedia } from '#web/lib/use-media.ts';
import { Icon } from './icon.tsx';
import './fold.css';

/**
 * The media condition for narrow screens. On such screens, the sections of a page are below each other and can be
 * folded.
 */
export const NARROW = '(max-width: 899px)';

interface Props {
  title: ReactNode;
  /** Content after the title in the section's line, for example the number of new messages. */
  summary?: ReactNode;
  /** When this becomes true, the section opens. After that only the reader can close the section. */
  isAsked?: boolean;
  children: ReactNode;
}

/**
 * A section of a long page. On a phone the section is a single line, and it loads nothing until the reader opens it. On
 * wider screens it is always open. Both layouts have the same element tree. If the reader turns the device, what they
 * have opened or typed in the section therefore stays.
 */
export function Fold({ title, summary, isAsked = false, children }: Props) {
  const isNarrow = useMedia(NARROW);
  const [isOpen, setOpen] = useState(isAsked);
  const id = useId();
  useEffect(() => {
    // A section that was open on a wide screen stays open when the screen becomes narrow.
    if (isAsked || !isNarrow) setOpen(true);
  }, [isAsked, isNarrow]);
  return (
    <div className="fold">
      {isNarrow && (
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
      )}
      {(isOpen || !isNarrow) && (
        <div className="fold__body" id={id}>
          {children}
        </div>
      )}
    </div>
  );
}
