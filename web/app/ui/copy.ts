import { useTranslation } from 'react-i18next';
import { toast } from './toast.ts';

/** Puts a text on the clipboard and says so. If the browser refuses, the text itself is shown so that it can be copied by hand. */
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
