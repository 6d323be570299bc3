import { useTranslation } from 'react-i18next';
import { Accordion } from './accordion.tsx';
import styles from './faq-groups.module.css';
import home from './home.module.css';
import { type FaqGroup, faqGroups } from './faq.ts';

/** Lists every question by subject. Only one question is open at a time on the whole page. */
export function FaqGroups() {
  const { t } = useTranslation('site');
  return (
    <div className={styles.groups}>
      {(Object.keys(faqGroups) as FaqGroup[]).map((group) => (
        <section key={group} className={`page ${home.split}`} aria-labelledby={`faq-${group}`}>
          <h2 className="h2" id={`faq-${group}`}>
            {t(`faq.group.${group}`)}
          </h2>
          <Accordion
            name="questions"
            entries={faqGroups[group].map((nth) => ({
              id: nth,
              question: t(`faq.${nth}.q`),
              answer: t(`faq.${nth}.a`),
            }))}
          />
        </section>
      ))}
    </div>
  );
}
