import { expect, test } from 'vitest';
import { addressOf } from './panel.tsx';

test.each([
  ['example.org', 'https://example.org/'],
  [' http://example.org/a?b=c ', 'http://example.org/a?b=c'],
  ['https://élan.fr', 'https://xn--lan-9la.fr/'],
  ['marion@example.org', 'mailto:marion@example.org'],
  ['mailto:marion@example.org', 'mailto:marion@example.org'],
  ['not an address', undefined],
  ['peel', undefined],
  ['javascript:alert(1)', undefined],
  ['ftp://example.org', undefined],
  ['', undefined],
])('%j leads to %s', (written, address) => expect(addressOf(written)).toBe(address));
