/**
 * Writes a treatment plan with sessions as text. Screens and documents use the same text. This module imports nothing.
 * Callers pass in what depends on the reader's language (`Words`): a function that returns a sentence of the message
 * file `treatment-plan`, and the language tag for formatting numbers.
 */

type Dose = number | { readonly right: number; readonly left: number };
interface Item {
  readonly treatment: string;
  readonly area: string;
  readonly product: string | null;
  readonly dose: Dose | null;
  readonly unit: 'units' | 'mL' | 'percent' | null;
  readonly per: 'area' | 'side' | null;
  readonly reasons: readonly string[];
  readonly risks: readonly string[];
  readonly alternatives: readonly string[];
  readonly aftercare: readonly {
    readonly code: string;
    readonly time: { readonly amount: number; readonly unit: string } | null;
  }[];
  readonly sentence: { readonly text: string; readonly language: string } | null;
}
interface Session {
  readonly weeks_after: number;
  readonly review: boolean;
  readonly items: readonly Item[];
}

export interface Words {
  /** Returns the sentence of `treatment-plan` with this key, with the values inserted. */
  readonly say: (key: string, values?: Record<string, string | number>) => string;
  /** BCP 47 tag that decides the format of numbers, such as 'fr-FR'. */
  readonly region: string;
}

/** A sentence that the doctor wrote. `label` names the language of the sentence if it is not the reader's language. */
interface OwnLine {
  readonly text: string;
  readonly language: string;
  readonly label: string | null;
}
interface ItemLines {
  readonly name: string;
  readonly dose: string;
  readonly product: string;
  readonly reasons: readonly string[];
  readonly own: OwnLine | null;
}
interface SessionLines {
  readonly title: string;
  readonly when: string;
  readonly review: string | null;
  readonly items: readonly ItemLines[];
}
/**
 * The risks, alternatives and aftercare of one or more treatments. Treatments with the same product, risks,
 * alternatives and aftercare share one entry.
 */
interface KnowLines {
  readonly title: string;
  readonly treatments: string;
  readonly aim: string | null;
  readonly risks: readonly { readonly label: string; readonly text: string }[];
  readonly alternatives: string;
  readonly aftercare: readonly string[];
}

/** Lasting risks and serious risks. All other risks are temporary. */
export const graveRisks = {
  lasting: ['nodules', 'pigment_change'],
  serious: ['distant_spread', 'vascular_occlusion', 'blindness', 'allergy', 'burn', 'infection'],
} as const;

export function sessionLines(sessions: readonly Session[], words: Words, reader: string): SessionLines[] {
  return sessions.map(({ weeks_after, review, items }, at) => ({
    title: items.length === 0 ? words.say('review_visit') : words.say('session', { number: numberOf(sessions, at) }),
    when: whenOf(weeks_after, at, words),
    review: items.length === 0 ? words.say('review_only') : review ? words.say('review_first') : null,
    items: items.map((item) => ({
      name: nameOf(item, words),
      dose: doseText(item, words),
      product: item.product ? words.say(`product.${item.product}`) : '',
      reasons: item.reasons.map((reason) => words.say(`reason.${reason}`)),
      own: ownLine(item.sentence, words, reader),
    })),
  }));
}

/** Returns the number of a visit in the treatment plan. A visit that is only a review of the result is not counted. */
const numberOf = (sessions: readonly Session[], at: number): number =>
  sessions.slice(0, at + 1).filter(({ items }) => items.length > 0).length;

const whenOf = (weeks: number, at: number, { say, region }: Words): string => {
  if (at === 0) return say('start');
  return weeks === 0 ? say('same_day') : say('after', { time: timeText({ amount: weeks, unit: 'week' }, region) });
};

/** Returns a text such as '2 weeks' or '24 Stunden'. */
const timeText = ({ amount, unit }: { amount: number; unit: string }, region: string): string =>
  new Intl.NumberFormat(region, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);

/**
 * Returns the name of an item. A treatment without a dose can be used on several areas, so its name includes the
 * area.
 */
const nameOf = ({ treatment, area, dose }: Item, { say }: Words): string => {
  const name = say(`treatment.${treatment}`);
  return dose === null ? `${name} · ${say(`area.${area}`)}` : name;
};

/** Returns an amount such as '12 U', '0.30 mL' or '40 %'. */
export function amountText(value: number, unit: NonNullable<Item['unit']>, { say, region }: Words): string {
  const [least, most] = { mL: [1, 2], units: [0, 1], percent: [0, 0] }[unit] as [number, number];
  const format = new Intl.NumberFormat(region, { minimumFractionDigits: least, maximumFractionDigits: most });
  return `${format.format(value)}\u00a0${say(`unit.${unit}`)}`;
}

/**
 * Returns a dose such as '12 U', '0.30 mL per side' or 'right 0.30 mL, left 0.40 mL'. Returns an empty text if the
 * item has no dose.
 */
export function doseText({ dose, unit, per }: Pick<Item, 'dose' | 'unit' | 'per'>, words: Words): string {
  if (dose === null || unit === null) return '';
  const { say } = words;
  const amount = (value: number) => amountText(value, unit, words);
  if (typeof dose === 'object' && dose.right !== dose.left)
    return say('dose_sides', { right: amount(dose.right), left: amount(dose.left) });
  const total = typeof dose === 'number' ? dose : per === 'area' ? dose.right + dose.left : dose.right;
  if (unit === 'percent') return say('dose_drawn', { amount: amount(total) });
  return per === 'side' ? say('dose_per_side', { amount: amount(total) }) : amount(total);
}

export function ownLine(
  sentence: { readonly text: string; readonly language: string } | null,
  { say, region }: Words,
  reader: string,
): OwnLine | null {
  if (!sentence) return null;
  const { text, language } = sentence;
  const name = new Intl.DisplayNames(region, { type: 'language' }).of(language) ?? language;
  return { text, language, label: language === reader ? null : say('written_in', { language: name }) };
}

/** Returns the risks and the aftercare in the order of the plan. Treatments with the same text share one entry. */
export function knowLines(sessions: readonly Session[], words: Words): KnowLines[] {
  const groups = new Map<string, Item[]>();
  for (const item of sessions.flatMap(({ items }) => items)) {
    const { product, treatment, risks, alternatives, aftercare } = item;
    const key = JSON.stringify([product ?? treatment, risks, alternatives, aftercare]);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()].map((items) => knowOf(items, words)).filter((lines) => lines !== null);
}

const separators: Readonly<Record<string, Readonly<Record<',' | ';', string>>>> = {
  zh: { ',': '、', ';': '；' },
  ja: { ',': '、', ';': '；' },
  ar: { ',': '، ', ';': '؛ ' },
};

/**
 * Joins the parts of a list. `Intl.ListFormat` is unsuitable: in Chinese, Japanese, Korean and Russian it either
 * writes no comma or adds an 'and'.
 */
const listed = (parts: readonly string[], region: string, separator: ',' | ';' = ','): string =>
  parts.join(separators[region.slice(0, 2)]?.[separator] ?? `${separator} `);

function knowOf(items: readonly Item[], words: Words): KnowLines | null {
  const { say, region } = words;
  const [first] = items;
  if (!first) return null;
  const { product, treatment, risks, alternatives, aftercare } = first;
  if (product === null && risks.length + alternatives.length + aftercare.length === 0) return null;
  const severityOf = (code: string) =>
    (['lasting', 'serious'] as const).find((one) => (graveRisks[one] as readonly string[]).includes(code)) ?? 'passing';
  const risksOf = (severity: string) => risks.filter((code) => severityOf(code) === severity);
  return {
    title: say(product ? `product.${product}` : `treatment.${treatment}`),
    treatments: listed([...new Set(items.map((item) => nameOf(item, words)))], region),
    aim: product ? say(`aim.${product}`) : null,
    risks: ['passing', 'lasting', 'serious']
      .filter((severity) => risksOf(severity).length > 0)
      .map((severity) => ({
        label: say(`risks_${severity}`),
        // Some risks contain a comma, so this list uses another separator.
        text: listed(
          risksOf(severity).map((code) => say(`risk.${code}`)),
          region,
          ';',
        ),
      })),
    alternatives: listed(
      alternatives.map((code) => say(`alternative.${code}`)),
      region,
    ),
    aftercare: aftercare.map(({ code, time }) =>
      say(`aftercare.${code}`, time ? { time: timeText(time, region) } : {}),
    ),
  };
}
