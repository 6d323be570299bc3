import { useEffect, useLayoutEffect, useRef } from 'react';
import { isDialogOpen } from './open-dialogs.ts';
import { type Combo, comboOf, isSingle, singleKeysAreOn } from './shortcuts.ts';

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches(
    'textarea, select, [contenteditable="true"], input:not([type="range"], [type="radio"], [type="checkbox"])',
  );

/**
 * Whether the focused element uses this arrow key itself. For example, arrow keys change the choice in a group of radio
 * buttons.
 */
const isOwnArrow = (target: EventTarget | null, combo: Combo): boolean =>
  combo.startsWith('Arrow') && target instanceof HTMLElement && target.matches('input[type="radio"]');

/** Whether a held key repeats the shortcut. J and K move, and all other letters decide or switch something. */
const repeats = (combo: Combo): boolean => combo === 'j' || combo === 'k' || !/^[a-z]$/.test(combo);

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('dialog, [role="dialog"]') !== null;

/**
 * The only shortcut that works while the person types. It means that the person has finished typing. Text fields do not
 * use this combination.
 */
const TYPING: Combo = 'mod+Enter';

/**
 * Handles shortcuts on the whole screen. They do not work while a dialog is open. In text fields only mod+Enter works.
 */
export function useShortcuts(commands: Readonly<Record<Combo, (event: KeyboardEvent) => void>>, enabled = true) {
  const newest = useRef(commands);
  useLayoutEffect(() => void (newest.current = commands));
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      const combo = comboOf(event);
      const run = combo === null ? undefined : newest.current[combo];
      if (!run || combo === null || event.defaultPrevented || isDialogOpen() || isInDialog(event.target)) return;
      if (isText(event.target) && combo !== TYPING) return;
      if (isOwnArrow(event.target, combo)) return;
      if (isSingle(combo) && !singleKeysAreOn()) return;
      if (event.repeat && !repeats(combo)) return event.preventDefault();
      event.preventDefault();
      run(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [enabled]);
}
