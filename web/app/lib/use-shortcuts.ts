import { useEffect, useRef } from 'react';
import { type Combo, comboOf, isSingle, singleKeysAreOn } from './shortcuts.ts';

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches(
    'textarea, select, [contenteditable="true"], input:not([type="range"], [type="radio"], [type="checkbox"])',
  );

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('dialog, [role="dialog"]') !== null;

/** The one command that works while somebody types: it means 'done', and no text field knows it. */
const TYPING: Combo = 'mod+Enter';

/** Runs commands of the whole screen. They are off in text fields, but for mod+Enter, and while a dialog is open. */
export function useShortcuts(commands: Readonly<Record<Combo, (event: KeyboardEvent) => void>>, enabled = true) {
  const newest = useRef(commands);
  useEffect(() => void (newest.current = commands));
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      const combo = comboOf(event);
      const run = combo === null ? undefined : newest.current[combo];
      if (!run || combo === null || event.defaultPrevented || isInDialog(event.target)) return;
      if (isText(event.target) && combo !== TYPING) return;
      if (isSingle(combo) && !singleKeysAreOn()) return;
      event.preventDefault();
      run(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [enabled]);
}
