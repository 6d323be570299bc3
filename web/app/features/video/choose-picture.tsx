import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { usePictures } from './shown-picture.tsx';
import type { PictureShown, Shown } from './told.ts';
import styles from './video.module.css';

interface Props {
  visitId: string;
  shown: Shown;
  onShow: (shown: PictureShown | null) => void;
}

/** Lists the photos of the case, each with its signed simulations. The doctor chooses one to show in the call. */
export function ChoosePicture({ visitId, shown, onShow }: Props) {
  const { t } = useTranslation('video-doctor');
  const { data, isError, error, isFetching, refetch } = usePictures(visitId);
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <SkeletonRows rows={3} />;
  const chosen = shown?.kind === 'picture' ? shown : null;
  return (
    <section className={styles.choose} aria-label={t('pictures.title')}>
      <h2 className="title">{t('pictures.title')}</h2>
      {data.renderings.length === 0 && <p className="small muted">{t('pictures.unsigned')}</p>}
      <ul>
        {data.photos.map(({ pose, thumb_url }) => {
          const styled = data.renderings.filter((rendering) => rendering.pose === pose);
          return (
            <li key={pose}>
              <img src={thumb_url} alt="" />
              <div className={styles.options}>
                {[null, ...styled.map(({ style }) => style)].map((style) => {
                  const isShown = chosen?.pose === pose && chosen.style === style;
                  return (
                    <Button
                      key={style ?? 'photo'}
                      size="xs"
                      aria-pressed={isShown}
                      onClick={() => onShow(isShown ? null : { kind: 'picture', pose, style })}
                    >
                      {t(`pose.${pose}`)}, {t(`style.${style ?? 'photo'}`)}
                    </Button>
                  );
                })}
              </div>
            </li>
          );
        })}
      </ul>
      {chosen && (
        <Button size="s" onClick={() => onShow(null)}>
          {t('pictures.stop')}
        </Button>
      )}
    </section>
  );
}
