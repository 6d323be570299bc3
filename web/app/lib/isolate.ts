/** Unicode's first-strong isolate and its end: what is between them takes the direction of its own first letter. */
const [START, END] = ['\u2068', '\u2069'];

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const leftToRight = /(?![\p{Script=Arabic}\p{Script=Hebrew}])\p{L}/u;
/** Messengers make links of addresses, and would take the end mark for a part of them. */
const address = /^https?:/;

/** Keeps a name or message of the other direction apart from the sentence it is put into. What runs with the sentence stays as it is. */
export function isolatedIn(direction: 'ltr' | 'rtl'): (value: string) => string {
  const other = direction === 'rtl' ? leftToRight : rightToLeft;
  return (value) => (other.test(value) && !address.test(value) ? `${START}${value}${END}` : value);
}
