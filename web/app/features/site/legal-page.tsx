import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { PageHead } from './page-head.tsx';
import { Prose } from './prose.tsx';
import styles from './prose.module.css';

/** The number of a text rises with every change of its meaning; the date is the day from which it applies. */
export const legalTexts = {
  privacy: { version: '1.2', since: '2026-11-21', sections: 13 },
  terms: { version: '1.2', since: '2026-11-21', sections: 12 },
  security: { version: '1.0', since: '2026-11-21', sections: 8 },
} as const;

export function LegalPage({ text }: { text: keyof typeof legalTexts }) {
  const { t, i18n } = useTranslation('legal');
  const format = useFormat();
  const { version, since, sections } = legalTexts[text];
  // Keys are numbered by the text's own count.
  const words = i18n.t as (key: string) => string;
  return (
    <>
      <PageHead title={t(`${text}.title`)} lead={t(`${text}.lead`)}>
        <p className={`small muted num ${styles.version}`}>
          <span>{t('version', { version })}</span>
          <span>{t('since', { date: format.date(since) })}</span>
        </p>
      </PageHead>
      <Prose
        sections={Array.from({ length: sections }, (_, index) => ({
          id: `${text}-${index + 1}`,
          title: words(`legal:${text}.${index + 1}.title`),
          text: words(`legal:${text}.${index + 1}.text`),
        }))}
      />
    </>
  );
}
