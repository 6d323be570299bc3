import type { Hours, HoursException, HoursRule, HoursSaved } from '#contract/clinics.ts';

/** A row of the form. The key identifies the row while it is edited. */
export type Keyed<Row> = Row & { readonly key: number };

export interface HoursForm {
  readonly rules: readonly Keyed<HoursRule>[];
  readonly exceptions: readonly Keyed<HoursException>[];
  readonly version: string;
  /** The key of the next row. */
  readonly next: number;
}

export const Weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof Weekdays)[number];

const keyed = <Row>(rows: readonly Row[], from: number): Keyed<Row>[] =>
  rows.map((row, at) => ({ ...row, key: from + at }));

export const formOf = ({ rules, exceptions, version }: Hours): HoursForm => ({
  rules: keyed(rules, 0),
  exceptions: keyed(exceptions, rules.length),
  version,
  next: rules.length + exceptions.length,
});

const bare = <Row extends object>({ key: _key, ...row }: Keyed<Row>): Omit<Keyed<Row>, 'key'> => row;

/**
 * Returns the input for the call that saves the hours. The rows are in the order of the form, because an error names a
 * row by its position.
 */
export const inputOf = ({ rules, exceptions, version }: HoursForm): HoursSaved => ({
  rules: rules.map(bare) as HoursRule[],
  exceptions: exceptions.map(bare) as HoursException[],
  version,
});

/** Returns the rules of a day in the order in which they were added. `at` is the index of a rule among all rules. */
export const rulesOn = (form: HoursForm, weekday: Weekday): { rule: Keyed<HoursRule>; at: number }[] =>
  form.rules
    .map((rule, at) => ({ rule, at }))
    .filter(({ rule }) => rule.weekday === weekday)
    .sort((one, other) => one.rule.key - other.rule.key);

/**
 * Adds a rule, which is one interval of hours, to a day. The first interval of a day is 09:00 to 12:00. A later
 * interval begins at the latest end on that day, and ends at 18:00. If the latest end is 18:00 or later, the new
 * interval is 09:00 to 12:00.
 */
export function addRule(form: HoursForm, weekday: Weekday, siteId: string, today: string): HoursForm {
  const ends = rulesOn(form, weekday).map(({ rule }) => rule.ends);
  const last = ends.sort().at(-1);
  const [starts, until] = last === undefined || last >= '18:00' ? ['09:00', '12:00'] : [last, '18:00'];
  const rule = { site_id: siteId, weekday, starts, ends: until, valid_from: today, valid_to: null, key: form.next };
  return { ...form, rules: [...form.rules, rule], next: form.next + 1 };
}

export const changeRule = (form: HoursForm, key: number, change: Partial<HoursRule>): HoursForm => ({
  ...form,
  rules: form.rules.map((rule) => (rule.key === key ? { ...rule, ...change } : rule)),
});

export const removeRule = (form: HoursForm, key: number): HoursForm => ({
  ...form,
  rules: form.rules.filter((rule) => rule.key !== key),
});

/** Replaces the hours of the chosen days with the hours of the day `from`. */
export function copyDay(form: HoursForm, from: Weekday, to: readonly Weekday[]): HoursForm {
  const targets = to.filter((weekday) => weekday !== from);
  const copied = rulesOn(form, from).map(({ rule }) => bare(rule) as HoursRule);
  const kept = form.rules.filter(({ weekday }) => !targets.some((target) => target === weekday));
  const added = targets.flatMap((weekday) => copied.map((rule) => ({ ...rule, weekday })));
  return { ...form, rules: [...kept, ...keyed(added, form.next)], next: form.next + added.length };
}

export const addException = (form: HoursForm, day: string): HoursForm => ({
  ...form,
  exceptions: [...form.exceptions, { site_id: null, day, kind: 'off', starts: null, ends: null, key: form.next }],
  next: form.next + 1,
});

export const changeException = (form: HoursForm, key: number, change: Partial<HoursException>): HoursForm => ({
  ...form,
  exceptions: form.exceptions.map((exception) => (exception.key === key ? { ...exception, ...change } : exception)),
});

export const removeException = (form: HoursForm, key: number): HoursForm => ({
  ...form,
  exceptions: form.exceptions.filter((exception) => exception.key !== key),
});

/** Returns the end time for a time field. A time field cannot show 24:00, so midnight at the end of a day is 00:00. */
export const shownEnd = (ends: string): string => (ends === '24:00' ? '00:00' : ends);
export const readEnd = (typed: string): string => (typed === '00:00' ? '24:00' : typed);
