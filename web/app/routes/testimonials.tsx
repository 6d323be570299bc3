import { useTranslation } from 'react-i18next';
import { FinalCall } from '#web/features/home/final-call.tsx';
import { VoicesGrid } from '#web/features/home/voices-grid.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { StaticPageScript } from '#web/features/shell/static-page-script.tsx';
import { PageHead } from '#web/features/site/page-head.tsx';
import { useLocale } from '#web/lib/locale.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

/** French rules on medical advertising forbid patients' testimonials: the French page says so instead of showing them. */
export default function Testimonials() {
  const { t } = useTranslation('site');
  const isFrench = useLocale() === 'fr';
  return (
    <main id="content">
      <PageMeta title={t('voices.title')} description={t('voices.description')} indexed={!isFrench} />
      <PageHead title={t('voices.title')} lead={isFrench ? t('voices.withheld') : t('voices.sample')} />
      {!isFrench && <VoicesGrid />}
      <FinalCall />
      <StaticPageScript />
    </main>
  );
}
