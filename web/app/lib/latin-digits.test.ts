import { expect, test } from 'vitest';
import { latinDigits } from './latin-digits.ts';

test('digits and plus signs from Arabic, Persian and full-width keyboards become Latin ones, and all other text stays', () => {
  expect(latinDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ ０１２３４５６７８９')).toBe('0123456789 0123456789 0123456789');
  expect(latinDigits('＋８１ ９０')).toBe('+81 90');
  expect(latinDigits('+33 6 12 é 年')).toBe('+33 6 12 é 年');
});
