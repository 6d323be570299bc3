import { useTranslation } from 'react-i18next';
import { Approach } from '#web/features/home/approach.tsx';
import { Benefits } from '#web/features/home/benefits.tsx';
import { FinalCall } from '#web/features/home/final-call.tsx';
import { Hero } from '#web/features/home/hero.tsx';
import { HowItWorks } from '#web/features/home/how-it-works.tsx';
import { Medical } from '#web/features/home/medical.tsx';
import { Offer } from '#web/features/home/offer.tsx';
import { PlansScript } from '#web/features/plans/plans-script.tsx';
import { PlansSection } from '#web/features/plans/plans-section.tsx';
import { Problem, Results } from '#web/features/home/problem.tsx';
import { Questions } from '#web/features/home/questions.tsx';
import { Statistics } from '#web/features/home/statistics.tsx';
import { Testimonials } from '#web/features/home/testimonials.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { JsonLd } from '#web/lib/json-ld.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

const organisation = {
  '@type': 'Organization',
  name: 'Flaira',
  url: `${__SITE_ORIGIN__}/home`,
  logo: `${__SITE_ORIGIN__}/icon-512.png`,
};

export default function Home() {
  const { t } = useTranslation('site');
  return (
    <main id="content">
      <PageMeta title={t('home.title')} description={t('home.description')} indexed />
      <JsonLd data={{ ...organisation, description: t('home.description') }} />
      <Hero />
      <Statistics />
      <Problem />
      <Results />
      <Offer />
      <Approach />
      <HowItWorks />
      <Medical />
      <Testimonials customers="customers_home" />
      <PlansSection />
      <Questions />
      <Benefits />
      <FinalCall />
      <PlansScript />
    </main>
  );
}
