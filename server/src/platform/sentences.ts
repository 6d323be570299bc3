type Values = Readonly<Record<string, string | number>>;
type Plural<K> = K extends `${infer Stem}_other` ? Stem : never;

/**
 * Sentences of one domain in one language.
 * @param messages key → sentence, with {{names}} for what differs; a sentence about a number has a form `key_one` and a form `key_other`
 * @param locale whose rule says which form a number takes
 */
export function sentencesOf<Key extends string>(messages: Readonly<Record<Key, string>>, locale: string) {
  const plural = new Intl.PluralRules(locale);
  const text = (key: Key, values: Values = {}): string =>
    Object.entries(values).reduce(
      (words, [name, value]) => words.replaceAll(`{{${name}}}`, String(value)),
      messages[key] as string,
    );
  return {
    text,
    counted: (key: Plural<Key>, count: number, values: Values = {}): string =>
      text(`${key}_${plural.select(count) === 'one' ? 'one' : 'other'}` as Key, { count, ...values }),
  };
}
