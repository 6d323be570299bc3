import { useTranslation } from 'react-i18next';
import { Stack } from '#web/ui/layout.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { useDoseWords } from '../treatment/dose-words.ts';
import { drawable, treatments } from '../treatment/treatments.ts';
import { gapsOf, isOlder } from './injection-points.ts';
import styles from './marks.module.css';
import { useTools } from './tool-context.ts';

/**
 * Lists the injection points in the same form as the exported plan. A press on a row selects the point on the photo.
 */
export function InjectionList() {
  const { t } = useTranslation('studio');
  const words = useDoseWords();
  const { isEditable, studioCase } = useWorkspace();
  const { markings, recipes, style } = useDraft().content;
  const { injectionId, set } = useTools();
  const gaps = gapsOf(markings.injections, drawable(recipes[style]));
  const older = markings.injections.filter((point) =>
    studioCase.photos.some(({ id, pose }) => isOlder(point, { photoId: id, pose })),
  );
  const unitOf = (id: string) => treatments.find((one) => one.id === id)?.unit ?? 'mL';
  const nameOf = (id: string) => t(`treatment.${id as 'cheek'}`, { defaultValue: id });
  return (
    <Stack as="section" gap={8} className={styles.map} aria-label={t('map.title')}>
      <h3>
        {t('map.title')}
        <span>{t('map.count', { count: markings.injections.length })}</span>
      </h3>
      {markings.injections.length === 0 && <p>{t(isEditable ? 'map.empty' : 'map.none')}</p>}
      <ol>
        {markings.injections.map((point, at) => (
          <li key={point.id}>
            <button
              type="button"
              data-points={point.treatment}
              aria-current={point.id === injectionId || undefined}
              onClick={() => set({ tool: 'injections', injectionId: point.id, treatment: point.treatment })}
            >
              <span className={styles.number}>{at + 1}</span>
              <span>
                {nameOf(point.treatment)}
                <small>
                  {[t(`side.${point.side}`).toLowerCase(), t(`depth.${point.depth}`), point.product]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <b>{words.amount(point.dose, unitOf(point.treatment))}</b>
            </button>
          </li>
        ))}
      </ol>
      {older.length > 0 && (
        <p className={styles.gap}>
          {t('map.older', {
            count: older.length,
            poses: [...new Set(older.map(({ pose }) => t(`pose.${pose}`)))].join(', '),
          })}
        </p>
      )}
      {gaps.map(({ treatment, planned, mapped }) => (
        <p key={treatment} className={styles.gap}>
          {t('map.gap', {
            area: nameOf(treatment),
            mapped: words.amount(mapped, unitOf(treatment)),
            planned: words.amount(planned, unitOf(treatment)),
          })}
        </p>
      ))}
    </Stack>
  );
}
