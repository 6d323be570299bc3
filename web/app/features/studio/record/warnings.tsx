import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SessionItem } from '#contract/sessions.ts';
import { recordWarnings, type RecordWarning } from '#engine/plan/carried-out.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { contentOf, type RecordDraft } from './draft.ts';
import styles from './record.module.css';
import { useClinicalNames } from './use-clinical-names.ts';

export const warningsOn = (planned: readonly SessionItem[], draft: RecordDraft): RecordWarning[] =>
  recordWarnings(planned, contentOf(draft));

/**
 * Lists values that differ from the plan or look wrong. The warnings appear while the doctor types. They never prevent
 * saving.
 */
export function Warnings({ warnings }: { warnings: readonly RecordWarning[] }) {
  const { t } = useTranslation('record');
  const say = useWarningText();
  if (warnings.length === 0) return null;
  return (
    <Stack as="section" gap={8} className={styles.warnings} role="status" aria-label={t('warnings')}>
      <h2>
        <Icon as={TriangleAlert} size="s" />
        {t('warnings')}
      </h2>
      <ul>
        {warnings.map((warning) => (
          <li key={JSON.stringify(warning)}>{say(warning)}</li>
        ))}
      </ul>
    </Stack>
  );
}

function useWarningText() {
  const { t } = useTranslation('record');
  const { amount } = usePlanWords();
  const { treatmentName, productName } = useClinicalNames();
  return (warning: RecordWarning): string => {
    if (warning.code === 'expired' || warning.code === 'unused')
      return t(`warn.${warning.code}`, { number: warning.at + 1 });
    const treatment = treatmentName(warning.treatment);
    if (warning.code === 'class')
      return t('warn.class', { product: productName(warning.product), treatment, number: warning.at + 1 });
    const { unit } = warning;
    return t(`warn.${warning.code}`, {
      treatment,
      planned: amount(warning.planned, unit),
      done: amount(warning.done, unit),
    });
  };
}
