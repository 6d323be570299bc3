import type { LibraryGuide } from '#contract/community/guides.ts';
import { plain } from './thread-data.ts';

interface Signed {
  name: string;
  speciality: string;
  registration_number: string;
  registration_body: string;
}

const doctor = ({ name, speciality, registration_number, registration_body }: Signed) => ({
  '@type': 'Person',
  name,
  jobTitle: speciality,
  identifier: { '@type': 'PropertyValue', propertyID: registration_body, value: registration_number },
});

/**
 * Returns the structured data of a guide (schema.org): a web page about health that has an author and a reviewer.
 * `expires` is the day on which the next review is due.
 *
 * @param url the address of this page
 * @param gone the name that is shown for an author who left
 */
export function guideData({ author, text }: LibraryGuide, url: string, gone: string): Record<string, unknown> {
  const { title, body, lang, review, review_again_at } = text;
  const day = review.at.slice(0, 10);
  return {
    '@type': 'MedicalWebPage',
    name: title,
    text: plain(body),
    ...(lang && { inLanguage: lang }),
    url,
    author: author?.practitioner
      ? doctor({ name: author.name, ...author.practitioner })
      : { '@type': 'Person', name: author?.name ?? gone },
    reviewedBy: doctor(review),
    lastReviewed: day,
    dateModified: day,
    expires: review_again_at.slice(0, 10),
  };
}
