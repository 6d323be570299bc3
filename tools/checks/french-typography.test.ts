import { expect, test } from 'vitest';
import { typeset } from './french-typography.ts';

/** Makes blanks visible: ^ is a thin one, ~ a wide one. */
const shown = (sentence: string) => typeset(sentence).replaceAll('\u202f', '^').replaceAll('\u00a0', '~');

test('a mark stays on the line of its word', () => {
  expect(shown('Vraiment ? Oui! Bien sûr ; et après : rien')).toBe('Vraiment^? Oui^! Bien sûr^; et après~: rien');
  expect(shown('Quoi ?! Le « mot » juste ? <0>Ici :</0>')).toBe('Quoi^?! Le «~mot~» juste^? <0>Ici~:</0>');
  expect(shown('{{name}} : {{count}} %')).toBe('{{name}}~: {{count}}~%');
});

test('a figure stays beside its unit and in one piece', () => {
  expect(shown('10 000 clients, 95 %, 29 €, sous 48 heures')).toBe('10^000~clients, 95~%, 29~€, sous 48~heures');
  expect(shown('75008 Paris')).toBe('75008 Paris');
});

test('addresses, hours and files keep their marks', () => {
  const sentence = 'Ouvrez https://flaira.example/fr/login?mode=signin à 14:30';
  expect(typeset(sentence)).toBe(sentence);
});

test('apostrophes and dots are typographic', () => {
  expect(typeset("L'heure d'aujourd'hui...")).toBe('L’heure d’aujourd’hui…');
});

test('a sentence that is set stays as it is', () => {
  for (const sentence of ['Quoi ? « Oui » : 10 000 € !', 'Un {{a}} ; deux {{b}} :\n- trois ?'])
    expect(typeset(typeset(sentence))).toBe(typeset(sentence));
});
