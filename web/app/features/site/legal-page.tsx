import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { PageHead } from './page-head.tsx';
import { Prose } from './prose.tsx';
import styles from './prose.module.css';

/**
 * The versions of the legal texts. Every change of a text needs a new version. `since` is the first day on which the
 * version applies. A new version must begin on a later day than the one before. `sections` is the number of the text's
 * sections. `legal-page.test.ts` checks these rules.
 */
export const legalTexts = {
  privacy: { version: '1.8', since: '2026-11-29', sections: 13 },
  terms: { version: '1.6', since: '2026-11-23', sections: 12 },
  security: { version: '1.2', since: '2026-11-23', sections: 8 },
} as const;
export type LegalText = keyof typeof legalTexts;

export function LegalPage({ text }: { text: LegalText }) {
  const { t, i18n } = useTranslation('legal');
  const format = useFormat();
  const { version, since, sections } = legalTexts[text];
  // The number of each section is part of a translation key. TypeScript therefore does not know these keys.
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
