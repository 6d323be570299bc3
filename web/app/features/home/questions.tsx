import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Accordion } from './accordion.tsx';
import home from './home.module.css';

/** Shows six questions. On a narrow screen, or if `quick` is true, it shows only the first five. */
export function Questions({ quick = false }: { quick?: boolean }) {
  const { t } = useTranslation('site');
  const entries = ([1, 2, 3, 4, 5, 6] as const).map((nth) => ({
    id: nth,
    question: t(`faq.${nth}.q`),
    answer: t(`faq.${nth}.a`),
    onlyLarge: nth === 6,
  }));
  return (
    <section className={home.section} id="questions">
      <div className={`page ${home.split}`}>
        <div className={home.resting}>
          <h2 className="h2">{t('faq.title')}</h2>
          <p className="lead">
            {t('faq.lead')}{' '}
            <LocalisedLink to="/faq" reloadDocument>
              {t('faq.all')}
            </LocalisedLink>
          </p>
        </div>
        <Accordion name="questions" entries={quick ? entries.slice(0, 5) : entries} opened={1} />
      </div>
    </section>
  );
}
