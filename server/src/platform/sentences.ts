type Values = Readonly<Record<string, string | number>>;
type Plural<K> = K extends `${infer Stem}_other` ? Stem : never;

/**
 * Returns functions that write the sentences of one domain in one language.
 * @param messages key → sentence, with {{names}} for variable parts. A sentence about a number has one key for each
 * plural form of its language: `key_one`, `key_few`, `key_other`
 * @param locale language whose rule decides which plural form a number takes
 */
export function sentencesOf<Key extends string>(messages: Readonly<Record<Key, string>>, locale: string) {
  const plural = new Intl.PluralRules(locale);
  /** Returns the key of the form for a number. French has a separate form for millions, but no sentence uses it. */
  const formOf = (key: string, count: number): string => {
    const form = `${key}_${plural.select(count)}`;
    return form in messages ? form : `${key}_other`;
  };
  // All names are replaced in one pass, so that a value which contains a placeholder is not expanded itself.
  const text = (key: Key, values: Values = {}): string =>
    messages[key].replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
  return {
    text,
    counted: (key: Plural<Key>, count: number, values: Values = {}): string =>
      text(formOf(key, count) as Key, { count, ...values }),
  };
}
