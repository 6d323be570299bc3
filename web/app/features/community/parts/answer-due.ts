import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format.ts';
import { serviceNow } from '#web/lib/service-clock.ts';

const isLate = (dueAt: string): boolean => Date.parse(dueAt) < serviceNow();

/**
 * Returns the deadline for a practitioner's answer, in short form for a list. The text is empty if there is no
 * deadline.
 */
export function useDueSign(dueAt: string | null): string {
  const { t } = useTranslation('community-answers');
  const { dateTime } = useFormat();
  if (dueAt === null) return '';
  return isLate(dueAt) ? t('sign.late') : t('sign.due', { at: dateTime(dueAt) });
}

/** Returns the deadline for a practitioner's answer as a full sentence. The text is empty if there is no deadline. */
export function useDueSentence(dueAt: string | null): string {
  const { t } = useTranslation('community-answers');
  const { dateTime } = useFormat();
  if (dueAt === null) return '';
  return ` ${isLate(dueAt) ? t('late') : t('due', { at: dateTime(dueAt) })}`;
}
