import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from './disclosure.module.css';

interface Props {
  icon: LucideIcon;
  label: string;
  size?: 's' | 'm';
  /** The buttons and links of the list. Each action closes the list. */
  children: ReactNode;
}

/**
 * A few actions behind one button. The actions are plain buttons, because a menu would need react-aria, which the
 * community's pages do not load. Every row of a list can therefore have actions.
 */
export function Disclosure({ icon, label, size = 'm', children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const end = new AbortController();
    const leave = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave, { signal: end.signal });
    document.addEventListener('focusin', leave, { signal: end.signal });
    // The focus returns to the button before the entry's own handler runs. If the entry opens a dialog, the dialog can
    // then return the focus to the button.
    list.current?.addEventListener('click', () => button.current?.focus(), { capture: true, signal: end.signal });
    // The list closes after the entry's own handler has run. If the list were removed earlier, the handler would not
    // run.
    window.addEventListener(
      'click',
      (event) => {
        if (list.current?.contains(event.target as Node)) setOpen(false);
      },
      { signal: end.signal },
    );
    box.current?.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      },
      { signal: end.signal },
    );
    return () => end.abort();
  }, [isOpen]);

  return (
    <div ref={box} className={styles.box}>
      <IconButton
        ref={button}
        icon={icon}
        size={size}
        label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Stack ref={list} id={id} className={styles.list}>
          {children}
        </Stack>
      )}
    </div>
  );
}
