import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { consentToSimulation } from '../../../test/a-case.ts';
import { codeOf } from '../../../test/code-of.ts';
import { aWorld } from '../../../test/world.ts';
import { startLead } from './start-lead.ts';

test('trust 16: the leads that can be started from one network within an hour are limited', async () => {
  const world = await aWorld();
  const open = (address: string) =>
    codeOf(startLead(world, { leadId: randomUUID(), secret: null }, consentToSimulation, address));
  // A client with an IPv6 address can use all addresses of its network, so the limit counts by network.
  const opened = await Promise.all(Array.from({ length: 121 }, (_, n) => open(`2001:db8:0:7::${n.toString(16)}`)));
  expect(opened.filter((code) => code === 'done')).toHaveLength(120);
  expect(await open('2001:db8:0:7::1')).toBe('RATE_LIMITED');
  expect(await open('2001:db8:0:8::1')).toBe('done');
});
