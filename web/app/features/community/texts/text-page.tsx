import { useTranslation } from 'react-i18next';
import { Stack } from '#web/ui/layout.tsx';
import { Emergency } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import styles from './text-page.module.css';

const parts = {
  code: ['respect', 'faces', 'honest', 'advice', 'care', 'privacy', 'decisions'],
  rules: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
} as const;

/** Shows either the code of conduct or the rules that every community has. */
export function TextPage({ text }: { text: keyof typeof parts }) {
  const { t } = useTranslation(['community', 'community-texts']);
  return (
    <Page title={t(`texts.${text}.title`)} lead={t(`community-texts:${text}.lead`)} aside={<Emergency />}>
      <Stack as="ol" gap={32} className={styles.text}>
        {parts[text].map((part) => (
          <li key={part}>
            <h2>{t(`community-texts:${text}.${part}` as 'community-texts:code.respect')}</h2>
            <p>{t(`community-texts:${text}.${part}.text` as 'community-texts:code.respect.text')}</p>
          </li>
        ))}
      </Stack>
      <p className={styles.note}>{t(`community-texts:${text}.end`)}</p>
    </Page>
  );
}
