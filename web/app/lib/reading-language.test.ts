import { afterEach, expect, test, vi } from 'vitest';
import { keepLanguage, readerOfDocument, readingLanguageOf } from './reading-language.ts';

function aBrowser(kept: Record<string, string> = {}) {
  const store = new Map(Object.entries(kept));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
}
afterEach(() => vi.unstubAllGlobals());

test('the signed-in area uses the language of the account, and other pages use the language of their address', () => {
  aBrowser();
  expect(keepLanguage('de')).toBe(true);
  expect(readingLanguageOf('/dashboard')).toBe('de');
  expect(readingLanguageOf('/account/security')).toBe('de');
  expect(readingLanguageOf('/accounting')).toBe('en');
  for (const page of ['/community', '/community/p/42', '/community-diagnostic', '/unlock', '/questions'])
    expect(readingLanguageOf(page)).toBe('de');
  expect(readingLanguageOf('/fr/community')).toBe('fr');
  expect(readingLanguageOf('/admin/moderation')).toBe('en');
  expect(readingLanguageOf('/home')).toBe('en');
});

test('only pages that emails link to use the language in their address', () => {
  aBrowser({ 'flaira.language': 'ja' });
  expect(readingLanguageOf('/reset-password', '?token=x&language=de')).toBe('de');
  expect(readingLanguageOf('/confirm-account', '?language=en')).toBe('en');
  expect(readingLanguageOf('/confirm-email', '?language=tlh')).toBe('ja');
  expect(readingLanguageOf('/fr/reset-password', '?language=de')).toBe('fr');
  expect(readingLanguageOf('/dashboard', '?language=de')).toBe('ja');
});

test('addresses below /fr are French for everyone, and the others stay English for an account in French', () => {
  aBrowser({ 'flaira.language': 'ja' });
  expect(readingLanguageOf('/fr/dashboard')).toBe('fr');
  aBrowser({ 'flaira.language': 'fr' });
  expect(readingLanguageOf('/dashboard')).toBe('en');
});

test('a prerendered page stays in its language, and a page of the service is in its reader’s language', () => {
  aBrowser({ 'flaira.language': 'de' });
  vi.stubGlobal('window', { __reactRouterContext: { isSpaMode: false } });
  expect(readingLanguageOf('/unlock/')).toBe('en');
  expect(readingLanguageOf('/questions')).toBe('en');
  expect(readingLanguageOf('/community')).toBe('de');
  vi.stubGlobal('window', { __reactRouterContext: { isSpaMode: true } });
  expect(readingLanguageOf('/unlock')).toBe('de');
});

test('a browser without storage uses the language of the document until the person signs out', () => {
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('document', { documentElement: { dataset: { reader: 'ar' } } });
  expect(readerOfDocument()).toBe('ar');
  expect(readingLanguageOf('/community')).toBe('ar');
  expect(readingLanguageOf('/home')).toBe('en');
  keepLanguage(undefined);
  expect(readingLanguageOf('/community')).toBe('en');
});

test('pages are English if no known language is stored or the browser allows no storage', () => {
  aBrowser();
  expect(readingLanguageOf('/dashboard')).toBe('en');
  aBrowser({ 'flaira.language': 'tlh' });
  expect(readingLanguageOf('/dashboard')).toBe('en');
  vi.stubGlobal('localStorage', undefined);
  expect(readingLanguageOf('/dashboard')).toBe('en');
  expect(keepLanguage('de')).toBe(false);
});
