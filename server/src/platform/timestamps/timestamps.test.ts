import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { aTimestampAuthority } from '../../../test/a-timestamp-authority.ts';
import { requestTimestamp, TimestampServiceError } from './request-timestamp.ts';
import { TimestampError, verifyTimestamp } from './verify-timestamp.ts';

const seal = createHash('sha256').update('a plan').digest('hex');
const at = new Date('2026-11-20T10:00:00Z');

test('a requested timestamp is valid, and its stored certificate chain suffices to verify it', async () => {
  const service = await aTimestampAuthority({ now: () => at });
  const { token, chain, ...stamp } = await requestTimestamp(service, seal);
  expect(stamp).toEqual({ at, authority: 'Test Timestamps' });
  expect(chain.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  expect(await verifyTimestamp(token, seal, chain)).toMatchObject(stamp);
});

test('a timestamp is refused if it is for another hash, has another root certificate, or was changed', async () => {
  const [service, stranger] = [await aTimestampAuthority({ now: () => at }), await aTimestampAuthority()];
  const { token } = await requestTimestamp(service, seal);
  await expect(verifyTimestamp(token, '0'.repeat(64), service.roots)).rejects.toThrow('of something else');
  await expect(verifyTimestamp(token, seal, stranger.roots)).rejects.toThrow('certificate');
  await expect(verifyTimestamp(token, seal)).rejects.toThrow('certificate');
  const forged = Buffer.from(token);
  forged.writeUInt8(forged.readUInt8(forged.length - 1) ^ 1, forged.length - 1);
  await expect(verifyTimestamp(forged, seal, service.roots)).rejects.toThrow(TimestampError);
  // The token now states a later time, so the digest of the signed part no longer matches.
  const moved = Buffer.from(token.toString('latin1').replace('20261120100000Z', '20300101000000Z'), 'latin1');
  expect(moved.equals(token)).toBe(false);
  await expect(verifyTimestamp(moved, seal, service.roots)).rejects.toThrow(TimestampError);
  await expect(verifyTimestamp(Buffer.from('junk'), seal, service.roots)).rejects.toThrow('no timestamp');
});

test.each([
  ['away', true, 'it answers 503'],
  ['moved', true, 'it answers 308'],
  ['chats', true, 'its answer is no timestamp'],
  ['refuses', false, 'it refuses the request (status 2)'],
  ['replays', true, 'it answered another request'],
  ['elsewhere', true, 'the timestamp is of something else'],
] as const)('a service that %s is not believed, and fails for every hash: %s', async (mood, isService, message) => {
  const service = await aTimestampAuthority();
  await requestTimestamp(service, seal);
  service.mood = mood;
  const error = await requestTimestamp(service, seal).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'TimestampError', message });
  expect(error instanceof TimestampServiceError).toBe(isService);
});

test('a certificate without the purpose of time stamping is refused', async () => {
  const service = await aTimestampAuthority({ purpose: '1.3.6.1.5.5.7.3.1' });
  await expect(requestTimestamp(service, seal)).rejects.toThrow('not one for timestamps');
});
