import { expect, test } from 'vitest';
import type { LibraryGuide } from '#contract/community/guides.ts';
import { guideData } from './guide-page.tsx';

const guide: LibraryGuide = {
  id: '1',
  community: { slug: 'calm-skin', name: 'Calm skin' },
  author: { name: 'Lila', practitioner: null },
  text: {
    title: 'The first week',
    body: '<p>Cool &amp; calm.</p>',
    lang: 'en',
    review: {
      name: 'Dr Aubry',
      speciality: 'dermatology',
      registration_number: '10001234567',
      registration_body: 'CNOM',
      at: '2026-11-20T09:00:00.000Z',
      is_verified: true,
    },
    review_again_at: '2027-11-20T09:00:00.000Z',
    is_expired: false,
  },
};

test('the data of a guide for search engines names its author, its reviewer, and the days of the review', () => {
  const url = 'https://flaira.example/library/calm-skin/guides/1';
  const reviewedBy = {
    '@type': 'Person',
    name: 'Dr Aubry',
    jobTitle: 'dermatology',
    identifier: { '@type': 'PropertyValue', propertyID: 'CNOM', value: '10001234567' },
  };
  expect(guideData(guide, url, 'Former member')).toEqual({
    '@type': 'MedicalWebPage',
    name: 'The first week',
    text: 'Cool & calm.',
    inLanguage: 'en',
    url,
    author: { '@type': 'Person', name: 'Lila' },
    reviewedBy,
    lastReviewed: '2026-11-20',
    dateModified: '2026-11-20',
    expires: '2027-11-20',
  });
  const { name, speciality, registration_number, registration_body } = guide.text.review;
  const practitioner = { speciality, registration_number, registration_body };
  expect(guideData({ ...guide, author: { name, practitioner } }, url, '')).toMatchObject({ author: reviewedBy });
  expect(guideData({ ...guide, author: null }, url, 'Former member')).toMatchObject({
    author: { name: 'Former member' },
  });
});
