import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SimulationMark } from '#web/ui/simulation-mark.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { PictureShown } from './told.ts';
import styles from './video.module.css';

/**
 * Loads the images that can be shown in a visit. The doctor and the patient each load them with their own access
 * rights.
 */
export const usePictures = (visitId: string) =>
  useQuery({
    ...api.video.getVideoPictures.queryOptions({ input: { visit_id: visitId } }),
    // Each load is recorded in the patient's log, so nothing is loaded without need.
    refetchOnWindowFocus: false,
    staleTime: 30 * 60_000,
  });

/** Shows the photo. If the doctor chose a style, the simulation is next to the photo. */
export function ShownPicture({ visitId, shown }: { visitId: string; shown: PictureShown }) {
  const { t } = useTranslation('video');
  const pictures = usePictures(visitId);
  if (pictures.isError)
    return <ErrorState error={pictures.error} onRetry={() => void pictures.refetch()} busy={pictures.isFetching} />;
  if (!pictures.data) return <Spinner />;
  const photo = pictures.data.photos.find(({ pose }) => pose === shown.pose);
  const simulation = pictures.data.renderings.find(({ pose, style }) => pose === shown.pose && style === shown.style);
  return (
    <div className={styles.pair} data-shown={`${shown.pose} ${shown.style ?? 'photo'}`}>
      {photo && (
        <figure>
          <img src={photo.url} alt={t('shown.photo')} />
          <figcaption>{t('shown.photo')}</figcaption>
        </figure>
      )}
      {simulation && (
        <figure>
          <img src={simulation.url} alt={t('shown.simulation')} />
          <figcaption>
            <SimulationMark className={styles.mark} />
          </figcaption>
        </figure>
      )}
    </div>
  );
}
