/**
 * Unicode's characters FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. The first letter of the text
 * between them decides the direction of that text.
 */
const [START, END] = ['\u2068', '\u2069'];

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const leftToRight = /(?![\p{Script=Arabic}\p{Script=Hebrew}])\p{L}/u;
/**
 * Matches a web address, which is never isolated. Messengers turn it into a link, and would include the END character.
 */
const address = /^https?:/;

/**
 * Returns a function that isolates a name or message whose direction differs from that of its sentence. Text in the
 * same direction is returned unchanged.
 */
export function isolatedIn(direction: 'ltr' | 'rtl'): (value: string) => string {
  const other = direction === 'rtl' ? leftToRight : rightToLeft;
  return (value) => (other.test(value) && !address.test(value) ? `${START}${value}${END}` : value);
}
