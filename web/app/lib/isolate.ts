/** Unicode's first-strong isolate and its end. Text between these marks takes the direction of its own first letter. */
const [START, END] = ['\u2068', '\u2069'];

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const leftToRight = /(?![\p{Script=Arabic}\p{Script=Hebrew}])\p{L}/u;
/** Matches a web address. Messengers turn addresses into links, and such a link would include the end mark. */
const address = /^https?:/;

/**
 * Returns a function that isolates a name or message whose direction differs from that of its sentence. Text in the
 * same direction is returned unchanged.
 */
export function isolatedIn(direction: 'ltr' | 'rtl'): (value: string) => string {
  const other = direction === 'rtl' ? leftToRight : rightToLeft;
  return (value) => (other.test(value) && !address.test(value) ? `${START}${value}${END}` : value);
}
