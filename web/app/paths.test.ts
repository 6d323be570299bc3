import { expect, test } from 'vitest';
import {
  drawnForReaders,
  inLanguage,
  isFrom,
  isReadInAnyLanguage,
  knownPatterns,
  languageOf,
  pages,
  prerenderedPaths,
  renderedPatterns,
  safeReturn,
} from './paths.ts';

test('the address /fr and those below it are French, but /friends is not', () => {
  expect(['/fr', '/fr/home', '/friends', '/home', '/'].map(languageOf)).toEqual(['fr', 'fr', 'en', 'en', 'en']);
});

test('a page has one address in each language, whatever the current language is', () => {
  for (const from of ['/login', '/fr/login']) {
    expect(inLanguage(from, 'en')).toBe('/login');
    expect(inLanguage(from, 'fr')).toBe('/fr/login');
  }
  expect(inLanguage('/', 'fr')).toBe('/fr');
  expect(inLanguage('/fr', 'en')).toBe('/');
  expect(inLanguage('/home#plans', 'fr')).toBe('/fr/home#plans');
});

test('every public page is drawn in both languages, and the page "not found" is not among the known addresses', () => {
  const aFile = /\.\w+$/;
  const drawn = [...prerenderedPaths(), ...renderedPatterns()];
  for (const path of drawn.filter((one) => !aFile.test(one)))
    expect(drawn).toContain(inLanguage(path, languageOf(path) === 'fr' ? 'en' : 'fr'));
  expect(knownPatterns()).not.toContain('/404');
});

test('pages that the service draws are recognised by their address, with and without a slash at the end', () => {
  const pages = ['/home', '/fr/home/', '/practitioners/claire-moreau'];
  const isFromService = (pathname: string) => isFrom('service', pathname);
  expect(pages.map(isFromService)).toEqual([true, true, true]);
  expect(['/login', '/community', '/practitioners/a/b', '/homes'].map(isFromService)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('the address to return to after the sign-in leads only to our own site', () => {
  expect(safeReturn('/dashboard?tab=after')).toBe('/dashboard?tab=after');
  const foreign = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'dashboard',
    '',
    null,
  ];
  expect(foreign.map(safeReturn)).toEqual(foreign.map(() => undefined));
});

test('the prerendered pages that are read in all languages are those with a document for each language', () => {
  const prerendered = pages.filter(({ path, from }) => from === 'build' && isReadInAnyLanguage(path));
  expect(prerendered.map(({ path }) => path)).toEqual(drawnForReaders);
});
