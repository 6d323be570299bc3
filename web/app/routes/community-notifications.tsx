import { useTranslation } from 'react-i18next';
import { DefaultAside } from '#web/features/community/layout/default-aside.tsx';
import { Page } from '#web/features/community/layout/page.tsx';
import { NewsList } from '#web/features/notifications/news-list.tsx';
import { ReadAll } from '#web/features/notifications/read-all.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { isDesk: true };

export default function CommunityNotificationsRoute() {
  const { t } = useTranslation('notifications');
  return (
    <>
      <PageMeta title={t('title')} />
      <Page title={t('title')} action={<ReadAll />} aside={<DefaultAside />}>
        <NewsList />
      </Page>
    </>
  );
}
