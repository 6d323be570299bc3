import { useTranslation } from 'react-i18next';
import { FinalCall } from '#web/features/home/final-call.tsx';
import { Questions } from '#web/features/home/questions.tsx';
import { PlansScript } from '#web/features/plans/plans-script.tsx';
import { PricingHead } from '#web/features/plans/pricing-head.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

export default function Pricing() {
  const { t } = useTranslation('billing');
  return (
    <main id="content">
      <PageMeta title={t('plans.title')} description={t('plans.description')} indexed />
      <PricingHead />
      <Questions quick />
      <FinalCall />
      <PlansScript />
    </main>
  );
}
