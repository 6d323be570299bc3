import { expect, test } from 'vitest';
import { languageOf } from './language-of.ts';

test.each([
  ['en', 'The same here. I thought the tingling meant it worked.'],
  ['fr', 'Rougeurs une semaine après le peeling : est-ce normal ?'],
  ['de', 'Wie lange bleibt die Haut nach dem Peeling gerötet?'],
  ['es', '¿Cuánto tiempo dura la rojez después del tratamiento?'],
  ['it', 'Quanto tempo rimane arrossata la pelle dopo il trattamento?'],
  ['pt', 'Quanto tempo dura a vermelhidão depois do tratamento?'],
  ['ru', 'Сколько держится покраснение после пилинга?'],
  ['ja', 'ピーリング後の赤みはどのくらい続きますか'],
  ['ko', '레이저 후 붉은기는 얼마나 오래가나요'],
  ['zh', '激光后皮肤发红会持续多久'],
  ['ar', 'كم يستمر احمرار البشرة بعد التقشير؟'],
  ['nl', 'Hoe lang blijft de huid rood na de behandeling?'],
])('the language of a text is recognised: %s', (language, text) => {
  expect(languageOf(text)).toBe(language);
});

test.each(['', 'ok', 'Merci !', 'Day 4 after a peel', 'SPF 50, 2 %', 'Botox'])(
  'no language is recognised for: %s',
  (text) => {
    expect(languageOf(text)).toBeNull();
  },
);
