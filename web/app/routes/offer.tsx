import { useTranslation } from 'react-i18next';
import { FinalCall } from '#web/features/home/final-call.tsx';
import { HowItWorks } from '#web/features/home/how-it-works.tsx';
import { OfferHero } from '#web/features/home/offer-hero.tsx';
import { Medical } from '#web/features/home/medical.tsx';
import { PlansScript } from '#web/features/plans/plans-script.tsx';
import { PlansSection } from '#web/features/plans/plans-section.tsx';
import { Results } from '#web/features/home/problem.tsx';
import { Questions } from '#web/features/home/questions.tsx';
import { Statistics } from '#web/features/home/statistics.tsx';
import { Testimonials } from '#web/features/home/testimonials.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

/** The shorter landing page. Its header has no sign-in link. */
export default function Offer() {
  const { t } = useTranslation('site');
  return (
    <main id="content">
      <PageMeta title={t('free.title')} description={t('free.description')} indexed />
      <OfferHero />
      <Statistics />
      <HowItWorks />
      <Results />
      <Medical />
      <Testimonials customers="customers_offer" />
      <PlansSection />
      <Questions quick />
      <FinalCall />
      <PlansScript />
    </main>
  );
}
