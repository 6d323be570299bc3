import { useTranslation } from 'react-i18next';
import { FinalCall } from '#web/features/home/final-call.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { StepsPage } from '#web/features/site/steps-page.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export default function HowItWorks() {
  const { t } = useTranslation('site');
  return (
    <main id="content">
      <PageMeta title={t('steps.title')} description={t('steps.description')} indexed />
      <StepsPage />
      <FinalCall />
    </main>
  );
}
