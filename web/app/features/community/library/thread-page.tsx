import { BadgeCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LibraryThread } from '#contract/community/library.ts';
import { useFormat } from '#web/lib/format.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useTermNames } from '#web/lib/term-names.ts';
import { inLanguage } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import prose from '../parts/rich-html.module.css';
import { LibraryHead } from './library-head.tsx';
import { Back, Inside, Tags } from './library-page.tsx';
import styles from './library.module.css';
import { threadData } from './thread-data.ts';

type Author = LibraryThread['author'];

/**
 * The public page of one thread. It contains the text, and only those answers that were written for everyone to read.
 */
export function LibraryThreadPage({ thread }: { thread: LibraryThread }) {
  const { t } = useTranslation('library');
  const { date } = useFormat();
  const locale = useLocale();
  const { id, community, title, lang, excerpt, tags, author, body, created_at, edited_at, answers } = thread;
  const path = `/library/${community.slug}/${id}`;
  return (
    <div className={`page ${styles.page}`}>
      <LibraryHead
        title={title}
        description={excerpt}
        path={path}
        type="article"
        data={threadData(thread, __SITE_ORIGIN__ + inLanguage(path, locale), t('gone'))}
      />
      <Back to={`/library/${community.slug}`} name={community.name} />
      <article className={styles.thread}>
        <header className={styles.head}>
          <h1 className="h2" lang={lang ?? undefined} dir="auto">
            {title}
          </h1>
          <p className={`small muted ${styles.facts}`}>
            <By author={author} />
            <time dateTime={created_at}>{date(created_at)}</time>
            {edited_at && <span>{t('changed', { date: date(edited_at) })}</span>}
          </p>
        </header>
        <Text html={body} lang={lang} />
        <Tags slug={community.slug} tags={tags} />
      </article>
      <section className={styles.thread} aria-labelledby="answers">
        <div className={styles.facts}>
          <h2 className="h3" id="answers">
            {t('answers', { count: answers.length })}
          </h2>
          {thread.is_answered_by_practitioner && <p className="small muted">{t('practitionerFirst')}</p>}
        </div>
        <ol className={styles.list}>
          {answers.map((answer) => (
            <li key={answer.id} id={answer.id} data-practitioner={answer.author?.practitioner ? true : undefined}>
              <p className={`small muted ${styles.facts}`}>
                <By author={answer.author} />
                <time dateTime={answer.created_at}>{date(answer.created_at)}</time>
                {answer.likes_count > 0 && <span>{t('likes', { count: answer.likes_count })}</span>}
              </p>
              <Text html={answer.body} lang={answer.lang} />
              {answer.cosigned.map((one) => (
                <Cosigned key={one.registration_number} by={one} />
              ))}
            </li>
          ))}
        </ol>
      </section>
      <Inside text={t('inside.text')} to={`/community/p/${id}`} />
      <p className="small muted">{t('notAdvice')}</p>
    </div>
  );
}

/**
 * An author's name without a link, because only members see profiles. The line of a practitioner also shows the checked
 * registration.
 */
function By({ author }: { author: Author }) {
  const { t } = useTranslation('library');
  const { speciality: nameOf } = useTermNames();
  if (!author) return <span>{t('gone')}</span>;
  const { name, practitioner } = author;
  return (
    <>
      <b className={styles.name}>
        <bdi>{name}</bdi>
      </b>
      {practitioner && (
        <span className={styles.verified}>
          <Icon as={BadgeCheck} size="s" />
          {nameOf(practitioner.speciality)},{' '}
          {t('registered', { number: practitioner.registration_number, body: practitioner.registration_body })}
        </span>
      )}
    </>
  );
}

function Cosigned({ by }: { by: LibraryThread['answers'][number]['cosigned'][number] }) {
  const { t } = useTranslation('library');
  const { date } = useFormat();
  const { speciality: nameOf } = useTermNames();
  const { name, speciality, registration_body: body, registration_number: number, at } = by;
  return (
    <p className={`small muted ${styles.facts}`}>
      <span className={styles.verified}>
        <Icon as={BadgeCheck} size="s" />
        {t('cosigned', { name, speciality: nameOf(speciality), body, number, date: date(at) })}
      </span>
    </p>
  );
}

export function Text({ html, lang }: { html: string; lang: string | null }) {
  // oxlint-disable-next-line react/no-danger -- the service cleaned it when it was written, and removed parts that only members may see
  return <div className={prose.prose} lang={lang ?? undefined} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
