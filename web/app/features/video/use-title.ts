import { useTranslation } from 'react-i18next';
import type { VideoVisit } from '#contract/video.ts';

/** Returns a function that gives the title of a visit, with the other person's name if it is known. */
export function useTitle() {
  const { t } = useTranslation('video');
  return ({ side, doctor_name, patient_name }: VideoVisit): string => {
    const name = side === 'doctor' ? patient_name : doctor_name;
    return name ? t('title.with', { name }) : t('title');
  };
}
