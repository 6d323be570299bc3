import { useTranslation } from 'react-i18next';
import type { MyProfile } from '#contract/directory.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { MyPageForm } from './my-page-form.tsx';
import { useMyPage } from './use-my-page.ts';
import styles from './my-page.module.css';

/** The page on which a practitioner edits their entry in the public directory. */
export function MyPageScreen() {
  const { t } = useTranslation('directory');
  const page = useMyPage();
  return (
    <main className={`page ${styles.screen}`} id="content" aria-busy={page.isPending}>
      <h1 className="h2">{t('mine.title')}</h1>
      <p className="muted">{t('mine.lead')}</p>
      {page.isPending && <SkeletonRows rows={4} />}
      {page.isError && <ErrorState error={page.error} onRetry={() => void page.refetch()} busy={page.isFetching} />}
      {page.data && (
        <>
          <State profile={page.data} />
          <MyPageForm profile={page.data} />
        </>
      )}
    </main>
  );
}

function State({ profile }: { profile: MyProfile }) {
  const { t } = useTranslation('directory');
  const { date } = useFormat();
  return (
    <Row as="section" gap={32} rowGap={16} justify="between" wrap className={styles.state} aria-label={t('mine.fixed')}>
      <div>
        <p className="title" dir="auto">
          {profile.name}
        </p>
        <p className="num small">
          {profile.registration_body} {profile.registration_number}
        </p>
        {profile.verified_at && (
          <p className="small muted">{t('profile.verified', { date: date(profile.verified_at) })}</p>
        )}
        <p className="small muted">{t('mine.fixedText')}</p>
      </div>
      <Stack gap={8} align="start" className={styles.now}>
        <StatusBadge tone={profile.is_public ? 'confirmed' : 'plain'}>
          {t(profile.is_public ? 'mine.public' : 'mine.private')}
        </StatusBadge>
        {profile.is_public && (
          <LocalisedLink className="link small" to={`/practitioners/${profile.slug}`} reloadDocument>
            {t('mine.view')}
          </LocalisedLink>
        )}
      </Stack>
      {!profile.verified_at && <p className={styles.notice}>{t('mine.unverified')}</p>}
      {profile.hidden_reason && <p className={styles.notice}>{t('mine.hidden', { reason: profile.hidden_reason })}</p>}
    </Row>
  );
}
