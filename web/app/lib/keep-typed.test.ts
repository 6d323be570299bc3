import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  keepTyped,
  keepTypedAtEnd,
  type Person,
  takeTypedAtEnd,
  type Typed,
  typedKey,
  watchTyping,
} from './keep-typed.ts';
import { restoreTyped } from './restore-typed.ts';

class Field {
  autocomplete = '';
  readonly name: string;
  #value: string;
  constructor(name: string, value: string) {
    this.name = name;
    this.#value = value;
  }
  get value() {
    return this.#value;
  }
  set value(value: string) {
    this.#value = value;
  }
  closest() {
    return null;
  }
  dispatchEvent() {
    return true;
  }
}

let kept = new Map<string, string>();
const typed = () => JSON.parse(kept.get(typedKey) ?? 'null') as Typed | null;

/**
 * Mocks a page that has just loaded. Returns `type`, which simulates input by a person or a script, and `happens`,
 * which simulates any event.
 */
function aPage(path: string, ...fields: Field[]) {
  const listeners = new Map<string, ((event: object) => void)[]>();
  vi.stubGlobal('location', { href: `https://flaira.example${path}`, pathname: path });
  vi.stubGlobal('document', {
    querySelectorAll: () => fields,
    addEventListener(type: string, listener: (event: object) => void, { signal }: { signal?: AbortSignal }) {
      const listen = (event: object) => void (signal?.aborted || listener(event));
      listeners.set(type, [...(listeners.get(type) ?? []), listen]);
    },
  });
  const happens = (type: string, target?: Field, isTrusted = true) => {
    for (const listener of listeners.get(type) ?? []) listener({ target, isTrusted });
  };
  const type = (field: Field, value: string, isTrusted = true) => {
    field.value = value;
    happens('input', field, isTrusted);
  };
  return { happens, type };
}

beforeEach(() => {
  vi.useFakeTimers();
  kept = new Map();
  vi.stubGlobal('sessionStorage', { setItem: (key: string, value: string) => kept.set(key, value) });
});
afterEach(() => {
  vi.useRealTimers();
});

test('only fields in which a person typed are stored, together with the id of this person', () => {
  const [first, last, city] = [new Field('first', 'Al'), new Field('last', 'Roy'), new Field('city', '')];
  const { type } = aPage('/account/profile', first, last, city);
  watchTyping(() => 'a');
  type(first, 'Alix');
  type(city, 'filled by a script', false);
  keepTyped();
  expect(typed()).toEqual({
    address: 'https://flaira.example/account/profile',
    person: 'a',
    fields: { first: 'Alix' },
  });
});

test('a day after the last input nothing is stored, because the text has probably been saved', () => {
  const [first, city] = [new Field('first', 'Al'), new Field('city', '')];
  const { type } = aPage('/account/profile', first, city);
  watchTyping(() => 'a');
  type(city, 'Lyon');
  vi.advanceTimersByTime(23 * 3_600_000);
  type(first, 'Alix');
  vi.advanceTimersByTime(23 * 3_600_000);
  keepTyped();
  expect(typed()?.fields).toEqual({ first: 'Alix', city: 'Lyon' });
  kept.clear();
  vi.advanceTimersByTime(2 * 3_600_000);
  keepTyped();
  expect(typed()).toBeNull();
});

test.each(['/studio', '/studio/cases/7', '/fr/studio/urgent'])('%s saves its drafts itself', (path) => {
  const dose = new Field('dose', '');
  const { type } = aPage(path, dose);
  watchTyping(() => 'a');
  type(dose, '4');
  keepTyped();
  expect(typed()).toBeNull();
});

test('text that was typed when the session ended is kept in memory once, until the next sign-in', () => {
  const first = new Field('first', 'Al');
  const { type } = aPage('/account/profile', first);
  const session: { who: Person } = { who: 'a' };
  watchTyping(() => session.who);
  type(first, 'Alix');
  keepTypedAtEnd();
  // The login page has another field, and nobody is signed in there.
  const password = new Field('code', '');
  const login = aPage('/login', password);
  session.who = null;
  watchTyping(() => session.who);
  login.type(password, '123456');
  keepTypedAtEnd();
  expect(typed()).toBeNull();
  expect(takeTypedAtEnd()).toBeUndefined();
  aPage('/account/profile', first);
  expect(takeTypedAtEnd()).toEqual(record('a'));
  expect(takeTypedAtEnd()).toBeUndefined();
});

const record = (person: Person): Typed => ({
  address: 'https://flaira.example/account/profile',
  person,
  fields: { first: 'Alix' },
});

test.each<[Person, Person, string]>([
  ['a', 'a', 'Alix'],
  [null, null, 'Alix'],
  [undefined, undefined, 'Alix'],
  ['a', 'b', 'Bo'],
  ['a', null, 'Bo'],
  [null, 'b', 'Bo'],
  ['a', undefined, 'Bo'],
  [undefined, 'b', 'Bo'],
])('if person %s typed the text, the field of person %s contains: %s', (before, now, value) => {
  const first = new Field('first', 'Bo');
  aPage('/account/profile', first);
  restoreTyped(record(before), () => now);
  vi.advanceTimersByTime(6_000);
  expect(first.value).toBe(value);
});

test('stored text waits until the page knows who is signed in, and is stored again if the page reloads again', () => {
  const first = new Field('first', 'Bo');
  aPage('/account/profile', first);
  const session: { who: Person } = { who: undefined };
  watchTyping(() => session.who);
  restoreTyped(record('a'), () => session.who);
  vi.advanceTimersByTime(1_000);
  expect(first.value).toBe('Bo');
  session.who = 'a';
  vi.advanceTimersByTime(1_000);
  keepTyped();
  expect(typed()?.fields).toEqual({ first: 'Alix' });
});

test.each(['pointerdown', 'keydown'])('text is restored until the first %s event', (event) => {
  const first = new Field('first', 'Bo');
  const { happens } = aPage('/account/profile', first);
  restoreTyped(record('a'), () => 'a');
  happens(event, undefined, false);
  first.value = 'filled a second time';
  happens(event);
  expect(first.value).toBe('Alix');
  first.value = 'of another point';
  vi.advanceTimersByTime(6_000);
  expect(first.value).toBe('of another point');
});

test('a form that was sent is not changed, and neither is a field in which someone types', () => {
  const first = new Field('first', 'Bo');
  const { happens, type } = aPage('/account/profile', first);
  restoreTyped(record('a'), () => 'a');
  type(first, 'Ada');
  vi.advanceTimersByTime(1_000);
  expect(first.value).toBe('Ada');
  restoreTyped(record('a'), () => 'a');
  happens('submit');
  vi.advanceTimersByTime(6_000);
  expect(first.value).toBe('Ada');
});
