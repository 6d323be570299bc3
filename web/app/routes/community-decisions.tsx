import { useTranslation } from 'react-i18next';
import { DecisionsPage } from '#web/features/community/moderation/decisions-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { isDesk: true };

export default function CommunityDecisionsRoute() {
  const { t } = useTranslation('community');
  return (
    <>
      <PageMeta title={t('decisions.title')} />
      <DecisionsPage />
    </>
  );
}
