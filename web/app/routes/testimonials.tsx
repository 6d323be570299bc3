import { useTranslation } from 'react-i18next';
import { FinalCall } from '#web/features/home/final-call.tsx';
import { VoicesGrid } from '#web/features/home/voices-grid.tsx';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { PageHead } from '#web/features/site/page-head.tsx';
import { useLocale } from '#web/lib/locale.tsx';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

/** Where testimonials are switched off, as French rules ask by default, the page says so instead of showing them. */
export default function Testimonials() {
  const { t } = useTranslation('site');
  const isFrench = useLocale() === 'fr';
  return (
    <main id="content">
      <PageMeta
        title={t('voices.title')}
        description={t('voices.description')}
        indexed
        worth={{ mark: 'testimonials.is_shown', isThere: !isFrench }}
      />
      <PageHead title={t('voices.title')}>
        <p className="lead" hidden={isFrench} data-if="testimonials.is_shown">
          {t('voices.lead')}
        </p>
        <p className="lead" hidden={!isFrench} data-unless="testimonials.is_shown" data-fill="testimonials.notice">
          {t('voices.withheld')}
        </p>
        <p className="small muted" hidden={isFrench} data-if="testimonials.is_sample">
          {t('voices.sample')}
        </p>
      </PageHead>
      <VoicesGrid />
      <FinalCall />
    </main>
  );
}
