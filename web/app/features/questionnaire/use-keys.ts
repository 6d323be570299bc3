import { useEffect, useEffectEvent } from 'react';

interface Keys {
  /** The number of choices. The person chooses with the keys A, B, C…, or 1, 2, 3… */
  count: number;
  onLetter: (index: number) => void;
  onEnter: () => void;
}

/**
 * Handles keys on the whole screen. Letters that the person types in a text field are not handled. Enter keeps its
 * usual effect on buttons, on links and in dialogs.
 */
export function useKeys({ count, onLetter, onEnter }: Keys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
    const place = placeOf(event.target);
    if (place === 'taken' || (place === 'pressing' && event.key === 'Enter')) return;
    const index = indexOfKey(event.key);
    if (event.key === 'Enter') onEnter();
    else if (index !== undefined && index < count) onLetter(index);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

export function indexOfKey(key: string): number | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase().charCodeAt(0) - 97;
  return /^[1-9]$/.test(key) ? Number(key) - 1 : undefined;
}

function placeOf(target: EventTarget | null): 'free' | 'pressing' | 'taken' {
  if (!(target instanceof Element)) return 'free';
  if (target.closest('[role=dialog], [role=listbox], select')) return 'taken';
  if (target.closest('button, a, summary')) return 'pressing';
  if (target.matches('input[type=checkbox], input[type=radio]')) return 'free';
  return target.closest('input, textarea, [contenteditable]') ? 'taken' : 'free';
}
