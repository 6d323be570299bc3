import { expect, test } from 'vitest';
import { withholdSmall } from './withhold-small.ts';

const sums = { revenue_cents: 6, share_cents: 5, vat_cents: 4, fee_cents: 3, lost_cents: 2, margin_cents: 1 };
/**
 * Makes groups from a text such as `a:5 b:(2):aed`. Each word has the name of a group, its number of patients, and its
 * currency unless it is the euro. Groups with a number in brackets share their patients. No other groups have patients
 * in common.
 */
const rowsOf = (groups: string) =>
  groups.split(' ').map((group) => {
    const [name = '', count = '', currency = 'eur'] = group.split(':');
    const [, same] = /^\((\d+)\)$/.exec(count) ?? [];
    const patients = Array.from({ length: Number(same ?? count) }, (_, n) => (same ? `same ${n}` : `${group} ${n}`));
    return { name: name === '-' ? null : name, currency, patients, ...sums };
  });

test.each([
  ['enough patients everywhere', 'a:5 b:9', 'a b'],
  ['fewer than five, with enough of them together', 'a:4 b:9 c:1', 'b a:few c:few'],
  ['four alone would be the total less the others', 'a:4 b:9 c:7', 'b a:few c:beside'],
  ['one and three are not enough together, and five more are', 'a:1 b:3 c:5 d:6', 'd a:few b:few c:beside'],
  ['exactly five together', 'a:2 b:3 c:5', 'c a:few b:few'],
  ['a currency with four patients in all', 'a:4:aed b:9', 'b a:few'],
  ['each currency by itself', 'a:4:aed b:9:aed c:5 d:6', 'c d a:few b:beside'],
  ['the place of a withheld group says nothing', 'z:2 b:9 a:3 -:1', 'b -:few a:few z:few'],
  [
    'one patient in five groups is one patient',
    'a:(1) b:(1) c:(1) d:(1) e:(1) f:6 g:7',
    'g a:few b:few c:few d:few e:few f:beside',
  ],
  ['nothing', '', ''],
])('groups of fewer than five patients are withheld (%s): patients %s', (_what, groups, expected) => {
  const shown = withholdSmall(groups ? rowsOf(groups) : []);
  expect(shown.map(({ name, withheld }) => [name ?? '-', withheld].filter(Boolean).join(':')).join(' ')).toBe(expected);
  expect(shown.every((row) => (row.withheld === null) === (row.sums !== null))).toBe(true);
});

test('sums that are shown are exact, and the number of patients is not returned', () => {
  expect(withholdSmall(rowsOf('a:5'))).toEqual([{ name: 'a', currency: 'eur', sums, withheld: null }]);
});

test('a withheld group with two currencies is listed by currency', () => {
  expect(withholdSmall(rowsOf('a:1:usd a:1:eur')).map(({ currency }) => currency)).toEqual(['eur', 'usd']);
});
