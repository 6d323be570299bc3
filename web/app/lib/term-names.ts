import { useTranslation } from 'react-i18next';
import { termKey } from '#contract/term-key.ts';

/**
 * Returns functions that name specialities and topics in the reader's language. A name without a translation stays
 * unchanged.
 */
export function useTermNames() {
  const { t } = useTranslation('terms');
  const name = (kind: 'speciality' | 'topic', code: string, written: string): string =>
    t(termKey(kind, code) as 'topic.laser', { defaultValue: written });
  return {
    speciality: (written: string): string => name('speciality', written, written),
    topic: ({ id, title }: { id: string; title: string }): string => name('topic', id, title),
  };
}
