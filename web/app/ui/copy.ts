import { useTranslation } from 'react-i18next';
import { toast } from './toast.ts';

/**
 * Returns a function that copies a text to the clipboard and shows a confirmation. If the browser refuses, the function
 * shows the text, so that the person can copy it by hand.
 */
export function useCopy(): (text: string, done: string, visible_ms?: number) => Promise<void> {
  const { t } = useTranslation();
  return async (text, done, visible_ms) => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ kind: 'success', title: done, ...(visible_ms !== undefined && { visible_ms }) });
    } catch {
      toast({ kind: 'error', title: t('copy.failed'), text });
    }
  };
}
