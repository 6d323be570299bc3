import { useEffect, useRef } from 'react';
import type { ModerationAction } from '#contract/community/terms.ts';
import { queueKeys } from './actions.ts';

interface Keys {
  isOn: boolean;
  move(by: 1 | -1): void;
  act(action: ModerationAction): void;
  open(): void;
  tick(): void;
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input:not([type=checkbox]), textarea, select, dialog, [role="dialog"]') !== null);

/** Handles the keys of the queue, which are single letters. They are off while a text field has the focus. */
export function useQueueKeys(keys: Keys) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { isOn, move, act, open, tick } = latest.current;
      if (!isOn || isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
      else if (key === 'x') tick();
      else if (key === 'enter' && event.target === document.body) open();
      else if (Object.hasOwn(queueKeys, key)) act(queueKeys[key as keyof typeof queueKeys]);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
