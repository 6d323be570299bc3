import { expect, test } from 'vitest';
import { checkFec, FecColumns, fecName, type FecPosting, fecRows, fecText, sirenIn } from './fec.ts';

const posting = (
  number: number,
  account: string,
  amount_cents: number,
  over: Partial<FecPosting> = {},
): FecPosting => ({
  number,
  journal: 'VE',
  kind: 'sale',
  date: '2026-11-20',
  validated_on: '2026-11-21',
  document: 'FL-2026-000001',
  account,
  party: null,
  party_name: null,
  amount_cents,
  currency: 'eur',
  euro_rate: null,
  ...over,
});

const sale = [
  posting(1, '411', 42_000),
  posting(1, '467', -34_000, { party: 'p1', party_name: 'Dr Hélène\tVasseur' }),
  posting(1, '706', -6_667),
  posting(1, '4457', -1_333),
];

test('the file has the 18 columns of article A47 A-1, tabs, days without dashes and decimal commas', () => {
  const [heading, first, second, , fourth, end] = fecText(fecRows(sale) ?? []).split('\r\n');
  expect(heading?.split('\t')).toEqual([...FecColumns]);
  expect(FecColumns).toHaveLength(18);
  const start = 'VE\tVentes\t1\t20261120\t';
  const paper = 'FL-2026-000001\t20261120\tVente';
  expect(first).toBe(`${start}411\tClients\t\t\t${paper}\t420,00\t0,00\t\t\t20261121\t\t`);
  expect(second).toBe(
    `${start}467\tAutres comptes débiteurs ou créditeurs - Praticiens\tp1\tDr Hélène Vasseur\t${paper}\t0,00\t340,00\t\t\t20261121\t\t`,
  );
  expect(fourth).toBe(`${start}4457\tTVA collectée\t\t\t${paper}\t0,00\t13,33\t\t\t20261121\t\t`);
  expect(end).toBe('');
});

test('the name is SIREN, FEC and the end of the year', () => {
  expect(fecName(sirenIn('RCS Paris 812 345 678') ?? '', 2026)).toBe('812345678FEC20261231.txt');
  expect(['812345678', 'RCS Paris', '81234567', '812 345 678 00012'].map(sirenIn)).toEqual([
    '812345678',
    null,
    null,
    '812345678',
  ]);
});

test('another currency is converted at the rate of its payment, balanced to the cent, with its own amount beside', () => {
  const foreign = sale.map((one) => ({ ...one, currency: 'aed', euro_rate: 0.2601 }));
  const rows = fecRows(foreign) ?? [];
  expect(rows.map(({ Debit, Credit, Montantdevise, Idevise }) => [Debit, Credit, Montantdevise, Idevise])).toEqual([
    ['109,24', '0,00', '420,00', 'AED'],
    ['0,00', '88,43', '-340,00', 'AED'],
    ['0,00', '17,34', '-66,67', 'AED'],
    ['0,00', '3,47', '-13,33', 'AED'],
  ]);
  expect(checkFec(rows, 2026)).toBeNull();
  expect(fecRows(foreign.map((one) => ({ ...one, euro_rate: null })))).toBeNull();
});

/** Cents at 0.333 euros: −16.65, 33.30 and −16.65 make −17, 33 and −17, and the largest takes the cent. */
test.each([
  ['its entry', [], '0,34'],
  ['the entry, in euros', [posting(1, '512', 500), posting(1, '517', -500)], '0,33'],
])('what rounding leaves goes to the largest posting of %s', (_what, euros, middle) => {
  const foreign = [-50, 100, -50].map((cents) => posting(1, '706', cents, { currency: 'aed', euro_rate: 0.333 }));
  const rows = fecRows([...foreign, ...euros]) ?? [];
  expect(rows.slice(0, 3).map(({ Debit, Credit }) => `${Debit} ${Credit}`)).toEqual([
    '0,00 0,17',
    `${middle} 0,00`,
    '0,00 0,17',
  ]);
  expect(checkFec(rows, 2026)).toBeNull();
});

test('a practitioner without a name stands under their number, and a name must never be missing', () => {
  const [row] = fecRows([posting(1, '467', -5, { party: 'p1' })]) ?? [];
  expect(row?.CompAuxLib).toBe('p1');
  expect(
    checkFec(
      (fecRows(sale) ?? []).map((one) => ({ ...one, CompAuxLib: '' })),
      2026,
    ),
  ).toBe('empty');
});

test('two entries that are wrong by the same cent do not hide each other', () => {
  const wrong = [posting(1, '411', 6), posting(1, '706', -5), posting(2, '411', 5), posting(2, '706', -6)];
  expect(checkFec(fecRows(wrong) ?? [], 2026)).toBe('unbalanced');
});

test.each([
  ['nothing', sale, null],
  ['no entry', [], 'no_entries'],
  ['a cent too much', [...sale, posting(1, '706', 1)], 'unbalanced'],
  ['a gap', [...sale, posting(3, '411', 5), posting(3, '706', -5)], 'gap'],
  ['a beginning above 1', sale.map((one) => ({ ...one, number: 2 })), 'gap'],
  ['an unknown account', sale.map((one) => ({ ...one, account: '999' })), 'empty'],
  ['no document', sale.map((one) => ({ ...one, document: ' ' })), 'empty'],
  ['another year', sale.map((one) => ({ ...one, date: '2027-01-01' })), 'outside_year'],
] as const)('the check finds: %s', (_what, postings, problem) => {
  expect(checkFec(fecRows(postings) ?? [], 2026)).toBe(problem);
});

test.each([
  ['the last entry', [0]],
  ['an entry before others', [0, 4]],
])('the check finds that %s does not balance', (_what, places) => {
  const rows = fecRows([...sale, posting(2, '411', 5), posting(2, '706', -5)]) ?? [];
  const wrong = rows.map((row, at) => (places.includes(at) ? { ...row, Debit: '9,99' } : row));
  expect(checkFec(wrong, 2026)).toBe('unbalanced');
});
