import { type Dispatch, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLocale } from '#web/lib/locale.tsx';
import { toast } from '#web/ui/toast.ts';
import { inLanguage } from '#web/paths.ts';
import type { CaptureAction } from './capture-state.ts';
import { readLeadId } from './lead.ts';
import { type Pose, poses } from './poses.ts';

interface Page {
  isRetake: boolean;
  /** Where a person who renewed their photos came from. */
  back: string;
  dispatch: Dispatch<CaptureAction>;
  /** Lets the camera go. */
  close: () => void;
}

/** From the three photos to the questions, or back to where new ones were asked for. */
export function useWayOn({ isRetake, back, dispatch, close }: Page) {
  const { t } = useTranslation('capture');
  const navigate = useNavigate();
  const locale = useLocale();
  const [isLeaving, setLeaving] = useState(false);

  async function proceed() {
    setLeaving(true);
    try {
      const calls = await import('./lead-calls.ts');
      if (isRetake) await calls.announceNewPhotos();
      else await assertStored(calls.storedPoses);
      close();
      await navigate(isRetake ? back : inLanguage('/questions', locale));
    } catch {
      toast({ kind: 'error', title: t('error.continue') });
      setLeaving(false);
    }
  }

  /** What the service lost is taken again, here and now. */
  async function assertStored(storedPoses: (leadId: string) => Promise<Pose[]>) {
    const stored = await storedPoses(readLeadId() ?? '');
    const missing = poses.filter((pose) => !stored.includes(pose));
    for (const pose of missing) dispatch({ type: 'dropped', pose });
    if (missing.length > 0) throw new Error(`The service has no photo of ${missing.join(', ')}`);
  }
  return { isLeaving, proceed };
}
