import { useTranslation } from 'react-i18next';
import type { LibraryGuide } from '#contract/community/guides.ts';
import { useFormat } from '#web/lib/format.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useTermNames } from '#web/lib/term-names.ts';
import { inLanguage } from '#web/paths.ts';
import { LibraryHead } from './library-head.tsx';
import { Back, Inside } from './library-page.tsx';
import styles from './library.module.css';
import { plain } from './thread-data.ts';
import { Text } from './thread-page.tsx';

const MOST_IN_DESCRIPTION = 160;

/** The public page of a guide, with its author, its reviewer and the dates of the review. */
export function LibraryGuidePage({ guide }: { guide: LibraryGuide }) {
  const { t } = useTranslation('library');
  const { date } = useFormat();
  const locale = useLocale();
  const { speciality: nameOf } = useTermNames();
  const { id, community, author } = guide;
  const { title, body, lang, review, review_again_at, is_expired } = guide.text;
  const path = `/library/${community.slug}/guides/${id}`;
  return (
    <div className={`page ${styles.page}`}>
      <LibraryHead
        title={title}
        description={plain(body).slice(0, MOST_IN_DESCRIPTION)}
        path={path}
        type="article"
        data={guideData(guide, __SITE_ORIGIN__ + inLanguage(path, locale), t('gone'))}
      />
      <Back to={`/library/${community.slug}`} name={community.name} />
      <article className={styles.thread}>
        <header className={styles.head}>
          <h1 className="h2" lang={lang ?? undefined} dir="auto">
            {title}
          </h1>
          {is_expired && <p role="note">{t('guide.expired', { date: date(review_again_at) })}</p>}
          <p className={`small muted ${styles.facts}`}>
            <span>{t('guide.by', { name: author?.name ?? t('gone') })}</span>
            <span>
              {t('guide.reviewed', {
                name: review.name,
                speciality: nameOf(review.speciality),
                body: review.registration_body,
                number: review.registration_number,
                date: date(review.at),
              })}
            </span>
            {!is_expired && <span>{t('guide.until', { date: date(review_again_at) })}</span>}
          </p>
        </header>
        <Text html={body} lang={lang} />
      </article>
      <Inside text={t('join.text')} to={`/community/g/${id}`} />
      <p className="small muted">{t('guide.notAdvice')}</p>
    </div>
  );
}

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
