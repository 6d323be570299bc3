import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoEntry } from '#contract/intake.ts';
import { Styles } from '#contract/drafts.ts';
import { useFormat } from '#web/lib/format.ts';
import type { Track } from '#web/lib/tracks.ts';
import { Key } from '#web/ui/key.tsx';
import { Row } from '#web/ui/layout.tsx';
import { SimulationMark } from '#web/ui/simulation-mark.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { useDoseWords } from '../treatment/dose-words.ts';
import styles from './range.module.css';
import { useMarkedPose } from '../stage/use-marked-pose.ts';
import { StripPictures } from './strip-pictures.ts';

interface Props {
  photo: PhotoEntry;
  isUntreated: boolean;
  onUntreated: (isUntreated: boolean) => void;
}

/** Shows the untreated photo and the three styles. The style that the patient requested is marked. */
export function RangeStrip({ photo, isUntreated, onUntreated }: Props) {
  const { t } = useTranslation(['studio', 'ui']);
  const { date } = useFormat();
  const words = useDoseWords();
  const { draft, studioCase, isEditable } = useWorkspace();
  const { content } = useDraft();
  const { pose } = useMarkedPose(photo.id, photo.pose);
  const { brush } = content.markings.poses[photo.pose];
  const canvases = useRef<Partial<Record<Track, HTMLCanvasElement>>>({});
  const pictures = useRef<StripPictures>(null);

  useEffect(() => {
    if (!pose) return;
    const strip = new StripPictures(canvases.current as Record<Track, HTMLCanvasElement>);
    pictures.current = strip;
    void strip.open(pose, draft.live, draft.liveBrush(photo.pose)).catch(() => {});
    return () => strip.stop();
  }, [pose, photo.pose, draft]);
  useEffect(() => {
    pictures.current?.draw(content.recipes, brush);
  }, [content.recipes, brush]);

  return (
    <section aria-label={t('range')}>
      <Row as="p" gap={12} justify="between" className={styles.head}>
        <b>{t('range')}</b>
        <span>{t('range_note')}</span>
      </Row>
      <fieldset className={styles.cards}>
        <legend className="visually-hidden">{t('style.label')}</legend>
        <label className={styles.card}>
          <input type="radio" name="range" checked={isUntreated} onChange={() => onUntreated(true)} />
          <canvas
            ref={(canvas) => void (canvases.current.untreated = canvas ?? undefined)}
            width={204}
            height={168}
            aria-hidden="true"
          />
          <span className={styles.words}>
            <b>{t('ui:compare.untreated')}</b>
            <span>{date(photo.created_at)}</span>
          </span>
          <Key isDecoration>W</Key>
        </label>
        {Styles.map((style, at) => (
          <label key={style} className={styles.card}>
            <input
              type="radio"
              name="range"
              checked={!isUntreated && content.style === style}
              disabled={!isEditable && content.style !== style}
              onChange={() => {
                onUntreated(false);
                if (isEditable) draft.setStyle(style);
              }}
            />
            <span className={styles.picture}>
              <canvas
                ref={(canvas) => void (canvases.current[style] = canvas ?? undefined)}
                width={204}
                height={168}
                aria-hidden="true"
              />
              <SimulationMark as="word" />
            </span>
            <span className={styles.words}>
              <b>
                {t(`style.${style}`)}
                {studioCase.style_asked_for === style && <span className={styles.asked}>{t('asked_for')}</span>}
              </b>
              <span>{words.totals(content.recipes[style])}</span>
            </span>
            <Key isDecoration>{at + 1}</Key>
          </label>
        ))}
      </fieldset>
    </section>
  );
}
