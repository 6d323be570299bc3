import { useTranslation } from 'react-i18next';
import { WizardPage } from '#web/features/community/wizard/wizard-page.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { isWide: true };

export default function CommunityNewRoute() {
  const { t } = useTranslation('community-wizard');
  return (
    <>
      <PageMeta title={t('name.title')} />
      <WizardPage />
    </>
  );
}
