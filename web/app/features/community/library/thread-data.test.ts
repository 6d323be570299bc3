import { expect, test } from 'vitest';
import type { LibraryThread } from '#contract/community/library.ts';
import { threadData } from './thread-data.ts';

const url = 'https://flaira.example/library/calm-skin/1';
const doctor = {
  name: 'Dr Aubry',
  practitioner: { speciality: 'dermatology', registration_number: '10001234567', registration_body: 'CNOM' },
};
const thread: LibraryThread = {
  id: '1',
  title: 'How long does redness last?',
  lang: 'en',
  excerpt: 'Day 4',
  body: '<p>Day 4 &amp; <strong>red</strong>.</p><p>Is 5 &lt; 6?</p>',
  tags: [],
  author: { name: 'Lila', practitioner: null },
  created_at: '2026-11-20T09:00:00.000Z',
  changed_at: '2026-11-21T09:00:00.000Z',
  edited_at: null,
  answers_count: 2,
  is_answered_by_practitioner: true,
  community: { slug: 'calm-skin', name: 'Calm skin' },
  answers: [
    {
      id: 'a',
      author: doctor,
      body: '<p>A week.</p>',
      lang: null,
      created_at: '2026-11-21T09:00:00.000Z',
      likes_count: 2,
      cosigned: [{ name: 'Dr Berg', ...doctor.practitioner, at: '2026-11-22T09:00:00.000Z' }],
    },
    {
      id: 'b',
      author: null,
      body: '<p>Six days.</p>',
      lang: 'en',
      created_at: '2026-11-20T10:00:00.000Z',
      likes_count: 5,
      cosigned: [],
    },
  ],
};

test('for search engines a question with answers is a QAPage, whose accepted answer is a practitioner’s', () => {
  expect(threadData(thread, url, 'Former member')).toEqual({
    '@type': 'QAPage',
    mainEntity: {
      '@type': 'Question',
      name: 'How long does redness last?',
      text: 'Day 4 & red. Is 5 < 6?',
      inLanguage: 'en',
      url,
      dateCreated: '2026-11-20T09:00:00.000Z',
      author: { '@type': 'Person', name: 'Lila' },
      answerCount: 2,
      acceptedAnswer: [
        {
          '@type': 'Answer',
          url: `${url}#a`,
          text: 'A week.',
          author: {
            '@type': 'Person',
            name: 'Dr Aubry',
            jobTitle: 'dermatology',
            identifier: { '@type': 'PropertyValue', propertyID: 'CNOM', value: '10001234567' },
          },
          contributor: [
            {
              '@type': 'Person',
              name: 'Dr Berg',
              jobTitle: 'dermatology',
              identifier: { '@type': 'PropertyValue', propertyID: 'CNOM', value: '10001234567' },
            },
          ],
          dateCreated: '2026-11-21T09:00:00.000Z',
          upvoteCount: 2,
        },
      ],
      suggestedAnswer: [
        {
          '@type': 'Answer',
          url: `${url}#b`,
          text: 'Six days.',
          inLanguage: 'en',
          author: { '@type': 'Person', name: 'Former member' },
          dateCreated: '2026-11-20T10:00:00.000Z',
          upvoteCount: 5,
        },
      ],
    },
  });
});

test('for search engines a thread without a question or without an answer is a DiscussionForumPosting', () => {
  const told = { ...thread, title: 'Day 4 after a peel', is_answered_by_practitioner: false };
  expect(threadData(told, url, 'Former member')).toMatchObject({
    '@type': 'DiscussionForumPosting',
    comment: [{ '@type': 'Comment' }, { '@type': 'Comment' }],
  });
  const alone = { ...thread, answers: [], is_answered_by_practitioner: false };
  expect(threadData(alone, url, 'Former member')).toMatchObject({ '@type': 'DiscussionForumPosting', comment: [] });
});
