import { type Dispatch, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLocale } from '#web/lib/locale.tsx';
import { toast } from '#web/ui/toast.ts';
import { inLanguage } from '#web/paths.ts';
import type { CaptureAction } from './capture-state.ts';
import { readLeadId } from './lead.ts';
import { kinds, type PhotoKind } from './poses.ts';

interface Page {
  /** The poses and expressions whose photos this page has sent to the service. */
  taken: readonly PhotoKind[];
  isRetake: boolean;
  /** The page to which the person returns after a retake. */
  back: string;
  dispatch: Dispatch<CaptureAction>;
  /** Closes the camera. */
  close: () => void;
}

/**
 * Returns a function that leaves the page. The person continues with the questions or, after a retake, returns to the
 * page that requested new photos.
 */
export function useWayOn({ taken, isRetake, back, dispatch, close }: Page) {
  const { t } = useTranslation('capture');
  const navigate = useNavigate();
  const locale = useLocale();
  const [isLeaving, setLeaving] = useState(false);

  async function proceed() {
    setLeaving(true);
    try {
      const calls = await import('./lead-calls.ts');
      if (isRetake) await calls.announceNewPhotos();
      else await assertStored(calls.storedKinds);
      close();
      await navigate(isRetake ? back : inLanguage('/questions', locale));
    } catch {
      toast({ kind: 'error', title: t('error.continue') });
      setLeaving(false);
    }
  }

  /** Checks that the service has all photos. A photo that the service does not have must be taken again. */
  async function assertStored(storedKinds: (leadId: string) => Promise<PhotoKind[]>) {
    const stored = await storedKinds(readLeadId() ?? '');
    const missing = kinds.filter((kind) => taken.includes(kind) && !stored.includes(kind));
    for (const pose of missing) dispatch({ type: 'dropped', pose });
    if (missing.length > 0) throw new Error(`The service has no photo of ${missing.join(', ')}`);
  }
  return { isLeaving, proceed };
}
