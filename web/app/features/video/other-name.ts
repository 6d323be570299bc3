import { useTranslation } from 'react-i18next';
import type { VideoVisit } from '#contract/video.ts';

/** The name of the other person. */
export function useOtherName({ side, doctor_name, patient_name }: VideoVisit): string {
  const { t } = useTranslation(['video', 'video-doctor']);
  if (side === 'doctor') return patient_name ?? t('video-doctor:patient');
  return doctor_name ?? t('video:doctor');
}
