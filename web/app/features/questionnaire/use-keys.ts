import { useEffect, useRef } from 'react';

interface Keys {
  /** How many choices there are; their keys are A, B, C… and, beside them, 1, 2, 3… */
  count: number;
  onLetter: (index: number) => void;
  onEnter: () => void;
}

/** Keys for the whole screen. Whoever writes in a field writes, and buttons, links and dialogs keep their own Enter. */
export function useKeys(keys: Keys) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
      const place = placeOf(event.target);
      if (place === 'elsewhere') return;
      if (event.key === 'Enter') {
        if (place === 'writing') return;
        event.preventDefault();
        latest.current.onEnter();
        return;
      }
      const index = place === 'writing' ? undefined : indexOfKey(event.key);
      if (index === undefined || index >= latest.current.count) return;
      event.preventDefault();
      latest.current.onLetter(index);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

export function indexOfKey(key: string): number | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase().charCodeAt(0) - 97;
  return /^[1-9]$/.test(key) ? Number(key) - 1 : undefined;
}

function placeOf(target: EventTarget | null): 'free' | 'writing' | 'elsewhere' {
  if (!(target instanceof Element)) return 'free';
  if (target.closest('[role=dialog], button, a, summary, select')) return 'elsewhere';
  if (target.matches('input[type=checkbox], input[type=radio]')) return 'free';
  return target.closest('input, textarea, [contenteditable]') ? 'writing' : 'free';
}
