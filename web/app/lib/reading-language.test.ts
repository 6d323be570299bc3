import { afterEach, expect, test, vi } from 'vitest';
import { keepLanguage, readingLanguageOf } from './reading-language.ts';

function aBrowser(kept: Record<string, string> = {}) {
  const store = new Map(Object.entries(kept));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
}
afterEach(() => vi.unstubAllGlobals());

test('the signed-in area speaks the language of the account, the other pages that of their address', () => {
  aBrowser();
  expect(keepLanguage('de')).toBe(true);
  expect(readingLanguageOf('/dashboard')).toBe('de');
  expect(readingLanguageOf('/account/security')).toBe('de');
  expect(readingLanguageOf('/accounting')).toBe('en');
  expect(readingLanguageOf('/community')).toBe('en');
  expect(readingLanguageOf('/home')).toBe('en');
});

test('a mailed link is read in its own language, whatever this browser has kept, and no other page follows it', () => {
  aBrowser({ 'flaira.language': 'ja' });
  expect(readingLanguageOf('/reset-password', '?token=x&language=de')).toBe('de');
  expect(readingLanguageOf('/confirm-account', '?language=en')).toBe('en');
  expect(readingLanguageOf('/confirm-email', '?language=tlh')).toBe('ja');
  expect(readingLanguageOf('/fr/reset-password', '?language=de')).toBe('fr');
  expect(readingLanguageOf('/dashboard', '?language=de')).toBe('ja');
});

test('/fr is French for everybody, and a French account does not turn English addresses', () => {
  aBrowser({ 'flaira.language': 'ja' });
  expect(readingLanguageOf('/fr/dashboard')).toBe('fr');
  aBrowser({ 'flaira.language': 'fr' });
  expect(readingLanguageOf('/dashboard')).toBe('en');
});

test('nothing kept, something unknown or a browser that keeps nothing: English', () => {
  aBrowser();
  expect(readingLanguageOf('/dashboard')).toBe('en');
  aBrowser({ 'flaira.language': 'tlh' });
  expect(readingLanguageOf('/dashboard')).toBe('en');
  vi.stubGlobal('localStorage', undefined);
  expect(readingLanguageOf('/dashboard')).toBe('en');
  expect(keepLanguage('de')).toBe(false);
});
