import { expect, test } from 'vitest';
import { type ReadingLanguage, ReadingLanguages, regions } from '#contract/languages.ts';
import { graveRisks, knowLines, sessionLines, type Words } from '#contract/plan-words.ts';
import { Areas, PlanReasons, type PlanSession, type SessionItem, UndosedKinds } from '#contract/sessions.ts';
import {
  aftercareRules,
  Alternatives,
  aftercareCodes,
  productNames,
  riskCodes,
  treatmentNames,
} from '#engine/clinical.ts';
import { plannedItem } from '#engine/plan/planned.ts';
import risks from '../../../../../engine/data/clinical/risks.json' with { type: 'json' };

const catalogues = Object.fromEntries(
  await Promise.all(
    ReadingLanguages.map(async (language) => {
      const file = `../../../../../messages/${language}/treatment-plan.json`;
      return [language, ((await import(file, { with: { type: 'json' } })) as { default: object }).default];
    }),
  ),
) as Record<ReadingLanguage, Record<string, string>>;

const wordsIn = (language: ReadingLanguage): Words => ({
  region: regions[language],
  say(key, values = {}) {
    const text = catalogues[language][key];
    if (text === undefined) throw new Error(`${language} does not say ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name]));
  },
});

const codes = [
  ...[...treatmentNames, ...UndosedKinds].map((code) => `treatment.${code}`),
  ...Areas.map((code) => `area.${code}`),
  ...productNames.flatMap((code) => [`product.${code}`, `aim.${code}`]),
  ...riskCodes.map((code) => `risk.${code}`),
  ...Alternatives.map((code) => `alternative.${code}`),
  ...aftercareCodes.map((code) => `aftercare.${code}`),
  ...PlanReasons.map((code) => `reason.${code}`),
  ...['units', 'mL', 'percent'].map((code) => `unit.${code}`),
];

test.each(ReadingLanguages)('every code of the clinical dataset has a text in %s', (language) => {
  for (const code of codes) expect([code, Boolean(catalogues[language][code])]).toEqual([code, true]);
});

test.each(ReadingLanguages)('an aftercare rule states its time in %s if the dataset has a time for it', (language) => {
  for (const code of aftercareCodes)
    expect([code, catalogues[language][`aftercare.${code}`]?.includes('{{time}}')]).toEqual([
      code,
      aftercareRules[code].time !== null,
    ]);
});

test('each risk is shown with the severity that the clinical dataset gives it', () => {
  const of = (severity: string) =>
    Object.entries(risks).flatMap(([code, row]) => (row.severity === severity ? code : []));
  expect([...graveRisks.serious].sort()).toEqual(of('serious').sort());
  expect([...graveRisks.lasting].sort()).toEqual(of('lasting').sort());
});

const item = (name: Parameters<typeof plannedItem>[0], dose: Parameters<typeof plannedItem>[1]): SessionItem => ({
  ...plannedItem(name, dose),
  reasons: [],
  sentence: null,
});
const plan: PlanSession[] = [
  { weeks_after: 0, review: false, items: [item('masseter', 30), item('chin', { right: 0.5, left: 0.7 })] },
  {
    weeks_after: 2,
    review: true,
    items: [
      {
        ...item('jawline', 1),
        reasons: ['asked'],
        sentence: { text: 'Slowly.', language: 'en' },
      },
    ],
  },
  { weeks_after: 4, review: true, items: [] },
];

/**
 * Returns one line for each visit: 'title | when | review | name; dose; product; reasons; own (label)'. `own` is the
 * doctor's sentence.
 */
const written = (language: ReadingLanguage): string[] =>
  sessionLines(plan, wordsIn(language), language).map(({ title, when, review, items }) =>
    [
      title,
      when,
      review ?? '–',
      ...items.map(({ name, dose, product, reasons, own }) =>
        [name, dose, product, ...reasons, own ? `${own.text} (${own.label ?? ''})` : ''].filter(Boolean).join('; '),
      ),
    ].join(' | '),
  );

/**
 * The expected lines were written by hand. Numbers and units follow the conventions of the region. A no-break space
 * (U+00A0) separates each number from its unit.
 */
test.each<[ReadingLanguage, string[]]>([
  [
    'en',
    [
      'Session 1 | First visit | – | Jaw muscle (masseter); 30\u00a0U per side; Botulinum toxin type A | Chin; right 0.5\u00a0mL, left 0.7\u00a0mL; Hyaluronic acid, firm gel',
      'Session 2 | 2 weeks after the visit before | The visit begins with a look at the result so far. | Jawline; 1.0\u00a0mL per side; Hyaluronic acid, firm gel; You asked about this area; Slowly. ()',
      'Review visit | 4 weeks after the visit before | A look at the result, and time for your questions.',
    ],
  ],
  [
    'fr',
    [
      'Séance 1 | Première visite | – | Muscle de la mâchoire (masséter); 30\u00a0U par côté; Toxine botulique de type A | Menton; droite 0,5\u00a0mL, gauche 0,7\u00a0mL; Acide hyaluronique, gel dense',
      'Séance 2 | 2\u00a0semaines après la visite précédente | La visite commence par un contrôle du résultat obtenu jusque-là. | Ovale du visage; 1,0\u00a0mL par côté; Acide hyaluronique, gel dense; Vous avez choisi cette zone; Slowly. (Texte écrit en anglais)',
      'Visite de contrôle | 4\u00a0semaines après la visite précédente | Contrôle du résultat et réponses à vos questions.',
    ],
  ],
  [
    'de',
    [
      'Sitzung 1 | Erster Termin | – | Kaumuskel (Masseter); 30\u00a0E je Seite; Botulinumtoxin Typ A | Kinn; rechts 0,5\u00a0ml, links 0,7\u00a0ml; Hyaluronsäure, festes Gel',
      'Sitzung 2 | 2 Wochen nach dem vorigen Termin | Zuerst wird das bisherige Ergebnis angesehen. | Kinnlinie; 1,0\u00a0ml je Seite; Hyaluronsäure, festes Gel; Sie haben diesen Bereich genannt; Slowly. (Auf Englisch geschrieben)',
      'Kontrolltermin | 4 Wochen nach dem vorigen Termin | Das Ergebnis wird angesehen, und Ihre Fragen werden beantwortet.',
    ],
  ],
])('the visits of a plan are written in %s', (language, lines) => {
  expect(written(language)).toEqual(lines);
});

test('treatments with the same product are printed with one section of risks and aftercare', () => {
  const [toxin, filler, ...more] = knowLines(plan, wordsIn('en'));
  expect(more).toEqual([]);
  expect(toxin).toMatchObject({ title: 'Botulinum toxin type A', treatments: 'Jaw muscle (masseter)' });
  expect(toxin?.risks.map(({ label }) => label)).toEqual(['Common, usually passing', 'Rare, but serious']);
  expect(filler?.treatments).toBe('Chin, Jawline');
  expect(filler?.aftercare).toContain('No alcohol: 24 hours.');
  expect(filler?.alternatives).toBe('surgery, no treatment');
});

/**
 * The expected texts were written by hand. Similar risks must have different texts, so that patients can distinguish
 * them.
 */
test.each<[ReadingLanguage, string]>([
  [
    'en',
    'infection; a blocked blood vessel, which can kill part of the skin (necrosis); loss of sight; severe allergic reaction',
  ],
  ['zh', '感染；血管阻塞，可能导致皮肤坏死；失明；严重过敏反应'],
  ['ja', '感染；血管の閉塞による皮膚の壊死；失明；重いアレルギー反応'],
  ['ko', '감염; 혈관 폐색으로 인한 피부 괴사; 시력 상실; 심한 알레르기 반응'],
  ['ru', 'инфекция; закупорка сосуда с отмиранием участка кожи (некроз); потеря зрения; тяжёлая аллергическая реакция'],
  ['ar', 'عدوى؛ انسداد وعاء دموي قد يؤدي إلى موت جزء من الجلد (نخر)؛ فقدان البصر؛ تفاعل تحسسي شديد'],
])('the serious risks of a filler are separated by semicolons in %s', (language, text) => {
  const filler = knowLines(plan, wordsIn(language)).find(({ treatments }) =>
    treatments.includes(wordsIn(language).say('treatment.chin')),
  );
  expect(filler?.risks.at(-1)?.text).toBe(text);
});

test('a risk that the doctor removed from a treatment is not listed', () => {
  const [first, ...rest] = plan;
  const [masseter, chin] = first?.items ?? [];
  const sessions = [{ ...first, items: [masseter, { ...chin, risks: ['bruising'] }] } as PlanSession, ...rest];
  const found = knowLines(sessions, wordsIn('en')).map(({ treatments, risks: all }) => [treatments, all.length]);
  expect(found).toEqual([
    ['Jaw muscle (masseter)', 2],
    ['Chin', 1],
    ['Jawline', 3],
  ]);
});
