import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Guide } from '#contract/community/guides.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink, useLocale } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { useTermNames } from '#web/lib/term-names.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { DefaultAside } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import { commentPath, guidePath, guidesPath } from '../parts/links.ts';
import { RichHtml } from '../parts/rich-html.tsx';
import { AskReview } from './ask-review.tsx';
import styles from './guides.module.css';
import { ReviewBox } from './review-box.tsx';

const DeleteGuideDialog = lazy(() => import('./delete-guide-dialog.tsx'));

export function GuidePage({ guideId }: { guideId: string }) {
  const errorText = useErrorText();
  const query = useQuery(api.community.getGuide.queryOptions({ input: { guide_id: guideId } }));
  if (query.data) return <Loaded guide={query.data} />;
  return (
    <Page aside={<DefaultAside />}>
      {query.isError ? (
        <ErrorState
          title={errorText(query.error)}
          text=""
          onRetry={() => void query.refetch()}
          busy={query.isRefetching}
        />
      ) : (
        <div aria-busy="true">
          <SkeletonRows rows={4} />
        </div>
      )}
    </Page>
  );
}

function Loaded({ guide }: { guide: Guide }) {
  const { t } = useTranslation('community-guides');
  const { published, text, channel, author, source } = guide;
  const shown = published ?? text;
  return (
    <Page aside={<DefaultAside />}>
      <Stack as="article" gap={12} className={styles.box}>
        <p className="small">
          <LocalisedLink to={guidesPath(channel.slug)}>{t('title')}</LocalisedLink> · fl@{channel.slug}
        </p>
        <h1 className={styles.title} lang={shown?.lang ?? undefined} dir="auto">
          {shown?.title}
        </h1>
        {published ? <Reviewed guide={guide} /> : <p className={styles.warn}>{t('state.draft')}</p>}
        {author && (
          <Stack as="p" gap={4} className={styles.facts}>
            {t('by', { name: author.display_name })}
          </Stack>
        )}
        {shown && <RichHtml html={shown.body} lang={shown.lang} />}
        {source && (
          <p className="small">
            <LocalisedLink to={commentPath(source.post_id, source.comment_id)}>{t('source')}</LocalisedLink>
          </p>
        )}
        <p className="small muted">{t('notAdvice')}</p>
      </Stack>
      <Work guide={guide} />
    </Page>
  );
}

/** The reviewer, the date of the review, and the date until which the review is valid. */
function Reviewed({ guide: { published } }: { guide: Guide }) {
  const { t } = useTranslation('community-guides');
  const { date } = useFormat();
  const { speciality: nameOf } = useTermNames();
  if (!published) return null;
  const { review, review_again_at, is_expired } = published;
  const { name, speciality, registration_body: body, registration_number: number, at, is_verified } = review;
  return (
    <>
      {is_expired && <p className={styles.warn}>{t('expired', { date: date(review_again_at) })}</p>}
      <Stack gap={4} className={styles.facts}>
        <p>{t('reviewed', { name, speciality: nameOf(speciality), body, number, date: date(at) })}</p>
        {!is_verified && <strong>{t('ended')}</strong>}
        {!is_expired && <p>{t('until', { date: date(review_again_at) })}</p>}
      </Stack>
    </>
  );
}

/**
 * A section for people who work on the guide. It shows the state of the text, a changed text that is not published yet,
 * and the possible actions.
 */
function Work({ guide }: { guide: Guide }) {
  const { t } = useTranslation('community-guides');
  const locale = useLocale();
  const { date } = useFormat();
  const [isDeleting, setDeleting] = useState(false);
  const { id, text, published, can_edit, can_review, can_delete } = guide;
  if (!text) return null;
  const { asked, declined_words } = text;
  return (
    <Stack as="section" gap={12} className={styles.box}>
      {published && !text.is_published && (
        <>
          <p>{t('state.changed')}</p>
          <h2 className={styles.sectionTitle}>{t('proposed')}</h2>
          <h3 className={styles.name} lang={text.lang ?? undefined} dir="auto">
            {text.title}
          </h3>
          <RichHtml html={text.body} lang={text.lang} />
        </>
      )}
      {asked && !can_review && <p>{t('state.asked', { name: asked.name, date: date(asked.at) })}</p>}
      {declined_words !== null && <p>{t('state.declined', { words: declined_words })}</p>}
      {can_review && <ReviewBox guide={guide} />}
      {can_edit && !asked && <AskReview guide={guide} />}
      {(can_edit || can_delete) && (
        <Row gap={8} wrap>
          {can_edit && (
            <LinkButton size="s" to={inLanguage(`${guidePath(id)}/edit`, locale)}>
              {t('edit')}
            </LinkButton>
          )}
          {can_delete && (
            <Button size="s" variant="quiet" onClick={() => setDeleting(true)}>
              {t('remove')}
            </Button>
          )}
        </Row>
      )}
      <Suspense>{isDeleting && <DeleteGuideDialog guide={guide} onClose={() => setDeleting(false)} />}</Suspense>
    </Stack>
  );
}
