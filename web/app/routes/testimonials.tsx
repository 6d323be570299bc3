import { useTranslation } from 'react-i18next';
import { FinalCall } from '#web/features/home/final-call.tsx';
import { Voices } from '#web/features/home/voices.tsx';
import styles from '#web/features/home/voices.module.css';
import { PageMeta } from '#web/features/shell/page-meta.tsx';
import { PageHead } from '#web/features/site/page-head.tsx';
import { useSite } from '#web/lib/use-site.ts';
import type { RouteHandle } from '#web/lib/route-handle.ts';

export const handle: RouteHandle = { static: true };

/**
 * The page of testimonials. If testimonials are switched off, a note takes their place, and search engines may not list
 * the page. French rules require that testimonials are off by default.
 */
export default function Testimonials() {
  const { t } = useTranslation('site');
  const { testimonials, forbids_testimonials } = useSite() ?? {};
  return (
    <main id="content">
      <PageMeta title={t('voices.title')} description={t('voices.description')} indexed />
      {!testimonials && <meta name="robots" content="noindex" />}
      <PageHead title={t('voices.title')}>
        <p className="lead">
          {testimonials ? t('voices.lead') : t(forbids_testimonials ? 'voices.withheld' : 'voices.absent')}
        </p>
        {testimonials && !testimonials.is_confirmed && <p className="small muted">{t('voices.sample')}</p>}
      </PageHead>
      {testimonials && (
        <ul className={`page ${styles.grid}`} aria-label={t('voices.title')}>
          <Voices entries={testimonials.entries} />
        </ul>
      )}
      <FinalCall />
    </main>
  );
}
