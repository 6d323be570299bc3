import { expect, test } from 'vitest';
import { leadRefusals, photoRefusals } from '#contract/intake.ts';
import capture from '#messages/en/capture.json' with { type: 'json' };
import errors from '#messages/en/errors.json' with { type: 'json' };
import { failureOf } from './upload.ts';
import { LeadMissing } from './use-uploads.ts';
import { uploadFault } from './words.ts';

test.each([
  ['no lead in this browser', new LeadMissing('lead'), 'lead_missing'],
  ['a lost connection', failureOf(0, null), 'connection'],
  ['a failing service', failureOf(500, null), 'upload'],
  ['a gateway without a service', failureOf(503, null), 'upload'],
  ['a refused photo', failureOf(422, { code: 'PHOTO_TOO_SMALL', data: { min_px: 640 } }), 'refused'],
  ['a fault of the browser', new Error('canvas'), 'upload'],
  ['anything else', 'odd', 'unexpected'],
] as const)('a failed upload because of %s is explained as %s', (_, error, fault) => {
  expect(uploadFault(error)).toBe(fault);
});

test('each message for a photo that was not uploaded says which rule was broken, or what to do', () => {
  const faults = ['upload', 'unexpected', 'connection'] as const;
  for (const fault of faults) expect(capture[`error.${fault}`]).toMatch(/please try again/i);
  const codes = [...Object.keys(photoRefusals), ...Object.keys(leadRefusals)] as (keyof typeof errors)[];
  expect(codes.length).toBeGreaterThan(8);
  for (const code of codes) {
    expect(errors[code], code).toMatch(/\{\{max|\{\{min|please|sign in|must|need|aged/i);
  }
});
