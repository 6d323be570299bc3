import { expect, test } from 'vitest';
import { readGs1 } from './gs1.ts';

const now = new Date('2026-11-23T12:00:00Z');
const FNC1 = '\u001d';

test.each([
  // The code of a syringe with all four elements. An FNC1 separator ends the lot.
  [
    `]d20109506000134352172812311 0AB`.replace(' ', '') + `C-123${FNC1}21SN99`,
    { gtin: '09506000134352', lot: 'ABC-123', expires_on: '2028-12-31', serial: 'SN99' },
  ],
  // A code without a symbology identifier. It starts with FNC1. The serial number is before the lot. The day of the
  // date is 00.
  [
    `${FNC1}010950600013435221A1${FNC1}1728020010LOT42`,
    { gtin: '09506000134352', lot: 'LOT42', expires_on: '2028-02-29', serial: 'A1' },
  ],
  // Elements of fixed length need no FNC1 after them. An unnecessary FNC1 is skipped.
  [
    `0109506000134352${FNC1}17270630${FNC1}10C7654C3`,
    { gtin: '09506000134352', lot: 'C7654C3', expires_on: '2027-06-30', serial: null },
  ],
  // A code with other elements, which are skipped. They are production date (11), variant (20), national number (710),
  // count (30), weight (3103) and reference (240).
  [
    `010950600013435211260101200171012345${FNC1}3012${FNC1}3103001500240REF-1${FNC1}10L1`,
    { gtin: '09506000134352', lot: 'L1', expires_on: null, serial: null },
  ],
  // The lot starts with characters that look like an application identifier.
  [
    `0109506000134352101721${FNC1}17290115`,
    { gtin: '09506000134352', lot: '1721', expires_on: '2029-01-15', serial: null },
  ],
  // The text has the form that is printed below the code.
  [
    '(01)09506000134352(17)280131(10)AB12(21)7',
    { gtin: '09506000134352', lot: 'AB12', expires_on: '2028-01-31', serial: '7' },
  ],
  // The code has only a lot.
  ['10X9', { gtin: null, lot: 'X9', expires_on: null, serial: null }],
])('reads %j', (scanned, expected) => {
  expect(readGs1(scanned, now)).toEqual(expected);
});

test.each([
  ['nothing', ''],
  ['no GS1 code', 'https://example.com'],
  ['a wrong check digit', '010950600013435317281231'],
  ['a day that is none', '0109506000134352172802301 0A'.replace(' ', '')],
  ['a month that is none', '010950600013435217281301'],
  ['a damaged trade item number', '01095060001343'],
  ['letters where digits belong', '0109506000134352172812XX'],
  ['an identifier without a value', `0109506000134352${FNC1}10`],
])('refuses %s', (_what, scanned) => {
  expect(readGs1(scanned, now)).toBeNull();
});

test('a year of two digits is the nearest year within fifty years', () => {
  const yearOf = (yy: string) => readGs1(`17${yy}0101`, now)?.expires_on?.slice(0, 4);
  expect([yearOf('26'), yearOf('76'), yearOf('77'), yearOf('00')]).toEqual(['2026', '2076', '1977', '2000']);
});
