import type { LibraryThread } from '#contract/community/library.ts';

type Answer = LibraryThread['answers'][number];

/** Converts clean HTML into plain text on one line. */
export const plain = (html: string): string =>
  html
    .replace(/<\/(p|li|h2|h3|blockquote|tr)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Returns the structured data of a thread (schema.org). A question with answers is a QAPage. Every other thread is a
 * DiscussionForumPosting. Only an answer by a verified practitioner is marked as accepted.
 *
 * @param url the address of this page
 * @param gone the name that is shown for authors who left
 */
export function threadData(thread: LibraryThread, url: string, gone: string): Record<string, unknown> {
  const { title, lang, body, created_at, edited_at, author, answers } = thread;
  const person = (by: LibraryThread['author']) => ({
    '@type': 'Person',
    name: by?.name ?? gone,
    ...(by?.practitioner && {
      jobTitle: by.practitioner.speciality,
      identifier: {
        '@type': 'PropertyValue',
        propertyID: by.practitioner.registration_body,
        value: by.practitioner.registration_number,
      },
    }),
  });
  const written = (
    type: string,
    { id, author: by, body: text, lang: language, created_at: at, likes_count, cosigned }: Answer,
  ) => ({
    '@type': type,
    url: `${url}#${id}`,
    text: plain(text),
    ...(language && { inLanguage: language }),
    author: person(by),
    ...(cosigned.length > 0 && {
      contributor: cosigned.map(({ name, ...practitioner }) => person({ name, practitioner })),
    }),
    ...(type === 'Answer' ? { dateCreated: at, upvoteCount: likes_count } : { datePublished: at }),
  });
  const isQuestion = answers.length > 0 && (/[?？؟]\s*$/.test(title) || thread.is_answered_by_practitioner);
  if (isQuestion) {
    const accepted = answers.filter(({ author: by }) => by?.practitioner);
    const suggested = answers.filter(({ author: by }) => !by?.practitioner);
    return {
      '@type': 'QAPage',
      mainEntity: {
        '@type': 'Question',
        name: title,
        text: plain(body),
        ...(lang && { inLanguage: lang }),
        url,
        dateCreated: created_at,
        author: person(author),
        answerCount: answers.length,
        ...(accepted.length > 0 && { acceptedAnswer: accepted.map((answer) => written('Answer', answer)) }),
        ...(suggested.length > 0 && { suggestedAnswer: suggested.map((answer) => written('Answer', answer)) }),
      },
    };
  }
  return {
    '@type': 'DiscussionForumPosting',
    headline: title,
    text: plain(body),
    ...(lang && { inLanguage: lang }),
    url,
    datePublished: created_at,
    ...(edited_at && { dateModified: edited_at }),
    author: person(author),
    comment: answers.map((answer) => written('Comment', answer)),
  };
}
