import { expect, test } from 'vitest';
import { letter } from './fec-letters.ts';
import { carriedRows, openingRows } from './fec-opening.ts';
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
  happened_on: '2026-11-20',
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

test('the file has the 18 columns of article A47 A-1, with tabs, dates without dashes and decimal commas', () => {
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

test('the file name consists of SIREN, FEC and the end of the year', () => {
  expect(fecName(sirenIn('RCS Paris 812 345 678') ?? '', 2026)).toBe('812345678FEC20261231.txt');
  expect(['812345678', 'RCS Paris', '81234567', '812 345 678 00012'].map(sirenIn)).toEqual([
    '812345678',
    null,
    null,
    '812345678',
  ]);
});

test('an amount in another currency is converted at the rate of its payment, balances to the cent, and is listed too', () => {
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

/**
 * At a rate of 0.333 euros for a dirham, −50, 100 and −50 fils are −16.65, 33.30 and −16.65 cents. Rounded to −17, 33
 * and −17, they add up to −1 cent. The missing cent is added to the largest posting.
 */
test.each([
  ['its entry', [], '0,34'],
  ['the entry, in euros', [posting(1, '512', 500), posting(1, '517', -500)], '0,33'],
])('the rounding difference of a conversion is added to the largest posting of %s', (_what, euros, middle) => {
  const foreign = [-50, 100, -50].map((cents) => posting(1, '706', cents, { currency: 'aed', euro_rate: 0.333 }));
  const rows = fecRows([...foreign, ...euros]) ?? [];
  expect(rows.slice(0, 3).map(({ Debit, Credit }) => `${Debit} ${Credit}`)).toEqual([
    '0,00 0,17',
    `${middle} 0,00`,
    '0,00 0,17',
  ]);
  expect(checkFec(rows, 2026)).toBeNull();
});

test('a practitioner without a name is listed by id, and a name must never be missing', () => {
  const [row] = fecRows([posting(1, '467', -5, { party: 'p1' })]) ?? [];
  expect(row?.CompAuxLib).toBe('p1');
  expect(
    checkFec(
      (fecRows(sale) ?? []).map((one) => ({ ...one, CompAuxLib: '' })),
      2026,
    ),
  ).toBe('empty');
});

test('the check of an export reports two entries whose errors of one cent cancel each other out', () => {
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
] as const)('the check of an export finds: %s', (_what, postings, problem) => {
  expect(checkFec(fecRows(postings) ?? [], 2026)).toBe(problem);
});

test.each([
  ['the last entry', [0]],
  ['an entry before others', [0, 4]],
])('the check of an export finds that %s does not balance', (_what, places) => {
  const rows = fecRows([...sale, posting(2, '411', 5), posting(2, '706', -5)]) ?? [];
  const wrong = rows.map((row, at) => (places.includes(at) ? { ...row, Debit: '9,99' } : row));
  expect(checkFec(wrong, 2026)).toBe('unbalanced');
});

const rowsOf = (...postings: FecPosting[]) => fecRows(postings) ?? [];
const sides = ({ CompteNum, CompAuxNum, Debit, Credit }: ReturnType<typeof rowsOf>[number]) => [
  CompteNum,
  CompAuxNum,
  Debit,
  Credit,
];

test('a year opens with the balances of earlier years, by account and practitioner, and with one result', () => {
  const party = { party: 'p1', party_name: 'Dr A' };
  const of2025 = { date: '2025-11-20' };
  const of2026 = { date: '2026-03-02' };
  const earlier = rowsOf(
    posting(1, '411', 42_000, of2025),
    posting(1, '467', -34_000, { ...of2025, ...party }),
    posting(1, '706', -6_667, of2025),
    posting(1, '4457', -1_333, of2025),
    posting(2, '517', 42_000, of2025),
    posting(2, '411', -42_000, of2025),
    posting(1, '627', 655, of2026),
    posting(1, '517', -655, of2026),
    posting(2, '467', 10_000, { ...of2026, ...party }),
    posting(2, '512', -10_000, of2026),
  );
  const rows = openingRows(earlier, 2027);
  expect(rows.map(sides)).toEqual([
    ['4457', '', '0,00', '13,33'],
    ['467', 'p1', '0,00', '240,00'],
    ['512', '', '0,00', '100,00'],
    ['517', '', '413,45', '0,00'],
    ['120', '', '0,00', '60,12'],
  ]);
  expect(new Set(rows.map((row) => `${row.JournalCode} ${row.EcritureNum} ${row.EcritureDate}`))).toEqual(
    new Set(['AN AN2027 20270101']),
  );
  const next = rowsOf(...sale.map((one) => ({ ...one, date: '2027-01-05' })));
  expect(checkFec([...rows, ...next], 2027)).toBeNull();
  expect(openingRows([], 2027)).toEqual([]);
});

test('balances carried from deleted years are added to those of the existing years', () => {
  const carried = carriedRows([
    { account: '467', party: 'p1', party_name: 'Dr\tA', euro_cents: -34_000 },
    { account: '467', party: 'p2', party_name: null, euro_cents: -100 },
    { account: '517', party: '', party_name: null, euro_cents: 40_000 },
    { account: '706', party: '', party_name: null, euro_cents: -5_900 },
  ]);
  const kept = rowsOf(posting(1, '467', 4_000, { party: 'p1', party_name: 'Dr A' }), posting(1, '512', -4_000));
  const rows = openingRows([...carried, ...kept], 2027);
  expect(rows.map((row) => [...sides(row), row.CompAuxLib])).toEqual([
    ['467', 'p1', '0,00', '300,00', 'Dr A'],
    ['467', 'p2', '0,00', '1,00', 'p2'],
    ['512', '', '0,00', '40,00', ''],
    ['517', '', '400,00', '0,00', ''],
    ['120', '', '0,00', '59,00', ''],
  ]);
  const next = rowsOf(...sale.map((one) => ({ ...one, date: '2027-01-05' })));
  expect(checkFec([...rows, ...next], 2027)).toBeNull();
});

/** Each row has the result of a year in cents (positive for a loss), its account, and its debit and credit in euros. */
test.each([
  [655, '129', '6,55', '0,00'],
  [1, '129', '0,01', '0,00'],
  [-1, '120', '0,00', '0,01'],
])('a result of %i cents is posted on account %s', (cents, account, debit, credit) => {
  const rows = openingRows(rowsOf(posting(1, '627', cents), posting(1, '517', -cents)), 2027);
  expect(rows.map(sides)).toEqual([
    ['517', '', credit, debit],
    [account, '', debit, credit],
  ]);
});

test('opening rows are in the order of accounts, and an account without a name is reported', () => {
  const earlier = rowsOf(posting(1, '517', 5), posting(1, '999', 2), posting(1, '411', -4), posting(1, '512', -3));
  const rows = openingRows(earlier, 2027);
  expect(rows.map(({ CompteNum }) => CompteNum)).toEqual(['411', '512', '517', '999']);
  expect(checkFec([...rows, ...rowsOf(posting(1, '411', 0, { date: '2027-01-05' }))], 2027)).toBe('empty');
});

test('two entries with the same number in different years are not mixed up', () => {
  const foreign = { currency: 'aed', euro_rate: 0.333 };
  const entry = (date: string) => [-50, 100, -50].map((cents) => posting(1, '706', cents, { ...foreign, date }));
  const rows = rowsOf(...entry('2026-12-31'), ...entry('2027-01-01'));
  expect(rows.map(({ Debit, Credit }) => `${Debit} ${Credit}`)).toEqual([
    '0,00 0,17',
    '0,34 0,00',
    '0,00 0,17',
    '0,00 0,17',
    '0,34 0,00',
    '0,00 0,17',
  ]);
});

test.each([
  ['a cent too much', { Debit: '420,01' }],
  ['another day', { EcritureDate: '20270102' }],
])('the check of an export finds an opening with %s', (_what, wrong) => {
  const opening = openingRows(rowsOf(posting(1, '517', 42_000), posting(1, '411', -42_000)), 2027);
  const next = rowsOf(...sale.map((one) => ({ ...one, date: '2027-01-05' })));
  const broken = opening.map((row) => (row.CompteNum === '517' ? { ...row, ...wrong } : row));
  expect(checkFec([...broken, ...next], 2027)).toBe('opening');
  expect(checkFec([...next, ...opening], 2027)).toBe('opening');
  expect(checkFec(opening, 2027)).toBe('no_entries');
});

/**
 * Each row has account, cents, payment or practitioner, and day. The last list has the expected letters of the rows.
 */
test.each<[string, (readonly [string, number, string, number])[], string[]]>([
  [
    'a sale and its payment',
    [
      ['411', 42_000, 'pi_1', 1],
      ['411', -42_000, 'pi_1', 2],
    ],
    ['AAA 2', 'AAA 2'],
  ],
  ['a payment without a sale', [['411', -42_000, 'pi_1', 1]], [' ']],
  [
    'half a payment',
    [
      ['411', 42_000, 'pi_1', 1],
      ['411', -21_000, 'pi_1', 2],
    ],
    [' ', ' '],
  ],
  [
    'two payments of one sum',
    [
      ['411', 5, 'pi_1', 1],
      ['411', 5, 'pi_2', 1],
      ['411', -5, 'pi_2', 2],
      ['411', -5, 'pi_1', 3],
    ],
    ['AAB 3', 'AAA 2', 'AAA 2', 'AAB 3'],
  ],
  [
    'a sale that is paid and refunded',
    [
      ['411', 5, 'pi_1', 1],
      ['411', -5, 'pi_1', 1],
      ['411', -5, 'pi_1', 4],
      ['411', 5, 'pi_1', 5],
    ],
    ['AAA 1', 'AAA 1', 'AAB 5', 'AAB 5'],
  ],
  [
    'the shares of a month in one transfer',
    [
      ['467', -3, 'dr', 1],
      ['467', -4, 'dr', 2],
      ['467', 7, 'dr', 9],
      ['467', -2, 'dr', 9],
    ],
    ['AAA 9', 'AAA 9', 'AAA 9', ' '],
  ],
  [
    'an account of nobody',
    [
      ['517', 5, 'pi_1', 1],
      ['517', -5, 'pi_1', 2],
    ],
    [' ', ' '],
  ],
  [
    'a dispute that was won, which took back what it had given',
    [
      ['416', 5, 'pi_1', 1],
      ['416', -5, 'pi_1', 2],
    ],
    ['AAA 2', 'AAA 2'],
  ],
  [
    'shares of no practitioner',
    [
      ['467', 5, '', 1],
      ['467', -5, '', 2],
    ],
    [' ', ' '],
  ],
  [
    'a payment in two parts',
    [
      ['411', -5, 'pi_1', 1],
      ['411', -5, 'pi_1', 2],
      ['411', 10, 'pi_1', 3],
    ],
    ['AAA 3', 'AAA 3', 'AAA 3'],
  ],
  [
    'a dispute apart from its sale',
    [
      ['411', 5, 'pi_1', 1],
      ['416', -5, 'pi_1', 1],
    ],
    [' ', ' '],
  ],
])('entries that settle each other get the same letters: %s', (_what, postings, letters) => {
  const rows = postings.map(([account, cents, of, day]) => {
    const date = `2026-11-0${day}`;
    const isShare = account === '467';
    const party = isShare ? { party: of, party_name: of } : {};
    const [row] = rowsOf(posting(1, account, cents, { date, ...party }));
    return row && { row, payment_id: isShare ? null : of };
  });
  const given = letter(rows.filter((row) => row !== undefined)).map(
    ({ EcritureLet, DateLet }) => `${EcritureLet} ${DateLet.slice(-1)}`,
  );
  expect(given).toEqual(letters);
});

test('the 27th group of entries that settle each other has its own letters', () => {
  const rows = Array.from({ length: 54 }, (_, at) => {
    const [row] = rowsOf(posting(1, '411', at % 2 ? -5 : 5));
    return row && { row, payment_id: `pi_${Math.floor(at / 2)}` };
  });
  const letters = letter(rows.filter((row) => row !== undefined)).map(({ EcritureLet }) => EcritureLet);
  expect([letters[50], letters[52], new Set(letters).size]).toEqual(['AAZ', 'ABA', 27]);
});

const lettered = () =>
  letter(
    rowsOf(...sale, posting(2, '512', 42_000), posting(2, '411', -42_000)).map((row) => ({ row, payment_id: 'pi_1' })),
  );

test.each([
  ['letters of a year', {}, null],
  ['letters without a day', { DateLet: '' }, 'lettering'],
  ['a day without letters', { EcritureLet: '' }, 'lettering'],
  ['letters of one side alone', { EcritureLet: 'ZZZ' }, 'lettering'],
  ['two days for one group', { DateLet: '20261231' }, 'lettering'],
] as const)('the check of an export accepts or refuses %s', (_what, wrong, problem) => {
  const rows = lettered();
  expect(rows.map(({ EcritureLet }) => EcritureLet)).toEqual(['AAA', '', '', '', '', 'AAA']);
  expect(checkFec([{ ...rows[0]!, ...wrong }, ...rows.slice(1)], 2026)).toBe(problem);
});

test('the check of an export finds lettered entries without a day', () => {
  expect(
    checkFec(
      lettered().map((row) => ({ ...row, DateLet: '' })),
      2026,
    ),
  ).toBe('lettering');
});

test('the export writes a kind of entry that a newer release added under its stored name', () => {
  expect(rowsOf(posting(1, '411', 5, { kind: 'gift' }))[0]?.EcritureLib).toBe('gift');
});
