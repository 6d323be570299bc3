import { useTranslation } from 'react-i18next';
import { toast } from './toast.ts';

/** Puts a text on the clipboard and says so. A browser may refuse: then the text itself is shown, to be copied by hand. */
export function useCopy(): (text: string, done: string) => Promise<void> {
  const { t } = useTranslation();
  return async (text, done) => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ kind: 'success', title: done });
    } catch {
      toast({ kind: 'error', title: t('copy.failed'), text });
    }
  };
}
