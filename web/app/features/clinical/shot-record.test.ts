import { expect, test } from 'vitest';
import type { ClinicalPhoto, ClinicalSet } from '#contract/clinical-photos.ts';
import { firstRecord, isTold, sentRecord } from './shot-record.ts';

const told = { taken_on: '2026-11-20', device: ' Nikon D7500 ', distance: '090', light: 'flash' } as const;

test('the record of a clinical photo is sent if it is complete, and refused otherwise', () => {
  expect(sentRecord(told)).toEqual({
    taken_on: '2026-11-20',
    device: 'Nikon D7500',
    distance_cm: '90',
    light: 'flash',
  });
  const missing = [
    { taken_on: '' },
    { device: ' ' },
    { distance: '' },
    { distance: '19' },
    { distance: '401' },
    { distance: '90.5' },
    { light: undefined },
  ];
  for (const gap of missing) expect(isTold({ ...told, ...gap }), JSON.stringify(gap)).toBe(false);
});

test('the record of the next clinical photo starts with the last settings of the same role, doctor or patient', () => {
  const photo = (view: ClinicalPhoto['view'], record: ClinicalPhoto['record']): ClinicalPhoto => ({
    id: '5e2c8e9d-34ef-4850-a6da-28e4bfcca313',
    view,
    taken_on: '2026-11-20',
    record,
    url: '',
    thumb_url: '',
  });
  const set: ClinicalSet = {
    case_id: '5e2c8e9d-34ef-4850-a6da-28e4bfcca313',
    number: 'F-1',
    taken_by: null,
    photos: [],
  };
  expect(firstRecord(set, 'doctor')).toMatchObject({ device: '', distance: '', light: undefined });
  const record = { device: 'Nikon', distance_cm: 90, light: 'flash', taken_by: 'doctor' } as const;
  const photos = [photo('front', record), photo('right', null)];
  expect(firstRecord({ ...set, photos }, 'doctor')).toMatchObject({ device: 'Nikon', distance: '90', light: 'flash' });
  expect(firstRecord({ ...set, photos }, 'patient')).toMatchObject({ device: '', light: undefined });
});
