import { useTranslation } from 'react-i18next';
import { ModerationDesk } from '#web/features/community/moderation/moderation-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { RequireUser } from '#web/lib/session.tsx';

/** The queue of all communities, as a part of the admin area. */
export default function AdminModerationRoute() {
  const { t } = useTranslation('community');
  return (
    <RequireUser roles={['admin']}>
      <PageMeta title={t('nav.moderation')} />
      <main id="content" className="page page--work">
        <h1 className="h3">{t('nav.moderation')}</h1>
        <ModerationDesk isAdmin />
      </main>
    </RequireUser>
  );
}
