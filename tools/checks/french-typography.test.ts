import { expect, test } from 'vitest';
import { typeset } from './french-typography.ts';

/** Makes no-break spaces visible: ^ replaces a narrow one, ~ replaces a wide one. */
const shown = (sentence: string) => typeset(sentence).replaceAll('\u202f', '^').replaceAll('\u00a0', '~');

test('a punctuation mark stays on the line of the word before it', () => {
  expect(shown('Vraiment ? Oui! Bien sûr ; et après : rien')).toBe('Vraiment^? Oui^! Bien sûr^; et après~: rien');
  expect(shown('Quoi ?! Le « mot » juste ? <0>Ici :</0>')).toBe('Quoi^?! Le «~mot~» juste^? <0>Ici~:</0>');
  expect(shown('{{name}} : {{count}} %')).toBe('{{name}}~: {{count}}~%');
});

test('a number stays on one line, together with its unit', () => {
  expect(shown('10 000 clients, 95 %, 29 €, sous 48 heures')).toBe('10^000~clients, 95~%, 29~€, sous 48~heures');
  expect(shown('75008 Paris')).toBe('75008 Paris');
});

test('the punctuation in addresses, times and file names does not change', () => {
  const sentence = 'Ouvrez https://flaira.example/fr/login?mode=signin à 14:30';
  expect(typeset(sentence)).toBe(sentence);
});

test('straight apostrophes and three dots become typographic', () => {
  expect(typeset("L'heure d'aujourd'hui...")).toBe('L’heure d’aujourd’hui…');
});

test('a sentence with correct typography does not change', () => {
  for (const sentence of ['Quoi ? « Oui » : 10 000 € !', 'Un {{a}} ; deux {{b}} :\n- trois ?'])
    expect(typeset(typeset(sentence))).toBe(typeset(sentence));
});
