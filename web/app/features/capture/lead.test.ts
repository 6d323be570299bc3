import { afterEach, expect, test, vi } from 'vitest';
import { forgetLeadId, heldOrNewLeadId, onLeadForgotten, readLeadId } from './lead.ts';

afterEach(() => {
  forgetLeadId();
  vi.unstubAllGlobals();
});

test('after another tab has deleted the lead, this tab starts another one', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const first = heldOrNewLeadId();
  expect(readLeadId()).toBe(first);
  stored.clear();
  expect(readLeadId()).toBeNull();
  expect(heldOrNewLeadId()).not.toBe(first);
});

test('a tab notices that another tab has deleted the lead', () => {
  const tab = new EventTarget();
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
  const listener = vi.fn<() => void>();
  const stop = onLeadForgotten(listener);
  const hear = (key: string, newValue: string | null) =>
    tab.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  hear('flaira.questionnaire', null);
  hear('flaira.lead_id', 'another');
  expect(listener).not.toHaveBeenCalled();
  hear('flaira.lead_id', null);
  expect(listener).toHaveBeenCalledOnce();
  stop();
  hear('flaira.lead_id', null);
  expect(listener).toHaveBeenCalledOnce();
});

test('a browser that refuses storage keeps the lead until the page is closed', () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const first = heldOrNewLeadId();
  expect(heldOrNewLeadId()).toBe(first);
});
