import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { type LegalText, legalTexts } from './legal-texts.ts';
import { PageHead } from './page-head.tsx';
import { Prose } from './prose.tsx';
import styles from './prose.module.css';

export function LegalPage({ text }: { text: LegalText }) {
  const { t, i18n } = useTranslation('legal');
  const format = useFormat();
  const { version, since, sections } = legalTexts[text];
  // The number in each key depends on the text, so TypeScript does not know the keys.
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
