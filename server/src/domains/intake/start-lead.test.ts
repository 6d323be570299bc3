import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { consentToSimulation } from '../../../test/a-case.ts';
import { codeOf } from '../../../test/code-of.ts';
import { aWorld } from '../../../test/world.ts';
import { startLead } from './start-lead.ts';

test('trust 16: one address opens only so many leads an hour, however many it sends photos for', async () => {
  const world = await aWorld();
  const open = (address: string) =>
    codeOf(startLead(world, { leadId: randomUUID(), secret: null }, consentToSimulation, address));
  const opened = await Promise.all(Array.from({ length: 121 }, () => open('198.51.100.9')));
  expect(opened.filter((code) => code === 'done')).toHaveLength(120);
  expect(await open('198.51.100.9')).toBe('RATE_LIMITED');
  expect(await open('198.51.100.10')).toBe('done');
});
