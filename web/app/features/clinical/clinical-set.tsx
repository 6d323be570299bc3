import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ClinicalPhoto,
  type ClinicalSet,
  type ClinicalView,
  ClinicalViews,
  type TakenBy,
} from '#contract/clinical-photos.ts';
import { useFormat } from '#web/lib/format.ts';
import { photoTypes } from '#web/lib/picture-kind.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { ExpressionDrawing } from '#web/ui/face/expression-drawing.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { FieldNote } from '#web/ui/field.tsx';
import { Grid, Stack } from '#web/ui/layout.tsx';
import styles from './clinical.module.css';
import { RecordFields } from './record-fields.tsx';
import { firstRecord, isTold, type ShotRecord, type SentRecord, sentRecord } from './shot-record.ts';

export interface SentShot extends SentRecord {
  view: ClinicalView;
  file: File;
}

interface Props {
  set: ClinicalSet;
  /**
   * The role in which the person sees this page: doctor or patient. The page says who took a photo only if the photo
   * was taken by the other role.
   */
  mine: (typeof TakenBy)[number];
  /** Sends a photo. This function is undefined if the reader may not add photos. */
  onSend?: ((shot: SentShot) => Promise<unknown>) | undefined;
}

/** Shows a series of clinical photos: its instructions, and each view with its newest photo and record. */
export function ClinicalSetView({ set, mine, onSend }: Props) {
  const { t } = useTranslation('clinical-photos');
  const [record, setRecord] = useState<ShotRecord>(() => firstRecord(set, mine));
  const [attempts, setAttempts] = useState(0);
  const send =
    onSend &&
    (async (view: ClinicalView, file: File) => {
      const told = sentRecord(record);
      if (told) await onSend({ ...told, view, file });
    });
  const done = set.photos.length;
  return (
    <Stack gap={16} className={styles.set}>
      {onSend && <RecordFields record={record} onChange={setRecord} attempts={attempts} />}
      <p className={styles.count} role="status">
        {t('count', { done, count: ClinicalViews.length })}
        {done === ClinicalViews.length && ` · ${t('done')}`}
      </p>
      <Grid as="ul" gap={16} min={220} fill>
        {ClinicalViews.map((view) => (
          <Slot
            key={view}
            view={view}
            photo={set.photos.find((photo) => photo.view === view)}
            mine={mine}
            onSend={send}
            isTold={isTold(record)}
            onUntold={() => setAttempts((count) => count + 1)}
          />
        ))}
      </Grid>
    </Stack>
  );
}

interface SlotProps extends Pick<Props, 'mine'> {
  view: ClinicalView;
  photo: ClinicalPhoto | undefined;
  onSend: ((view: ClinicalView, file: File) => Promise<void>) | undefined;
  isTold: boolean;
  onUntold: () => void;
}

function Slot({ view, photo, mine, onSend, isTold: told, onUntold }: SlotProps) {
  const { t } = useTranslation('clinical-photos');
  const errorText = useErrorText();
  const noteId = useId();
  const name = t(`view.${view}`);
  const upload = useMutation({ mutationFn: (file: File) => onSend?.(view, file) ?? Promise.resolve() });
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    // The field is cleared, so that the person can choose the same file again after a refusal.
    event.currentTarget.value = '';
    if (file) upload.mutate(file);
  };
  return (
    <li className={styles.slot} data-view={view}>
      <div className={styles.picture}>
        {photo ? (
          <a href={photo.url} target="_blank" rel="noreferrer">
            <img src={photo.thumb_url} alt={t('alt', { view: name })} loading="lazy" />
          </a>
        ) : (
          <ViewDrawing view={view} className={styles.drawing} />
        )}
      </div>
      <div className={styles.words}>
        <h3>{name}</h3>
        <div id={noteId}>
          {photo ? <Taken photo={photo} mine={mine} /> : <p className="small muted">{t(howOf(view))}</p>}
          {upload.error && <FieldNote id={`${noteId}-fault`} error={errorText(upload.error)} />}
        </div>
        {onSend && (
          <label className={buttonClass({ size: 's' }, styles.choose)} data-busy={upload.isPending || undefined}>
            <input
              className={styles.input}
              type="file"
              accept={photoTypes}
              disabled={upload.isPending}
              aria-describedby={noteId}
              aria-label={t(photo ? 'replace.view' : 'add.view', { view: name })}
              onClick={(event) => {
                if (told) return;
                // Each photo needs a record, so the person must fill in the form first.
                event.preventDefault();
                onUntold();
              }}
              onChange={choose}
            />
            <span aria-hidden="true">{t(upload.isPending ? 'saving' : photo ? 'replace' : 'add')}</span>
          </label>
        )}
      </div>
    </li>
  );
}

/**
 * A line drawing of the view that the photo must show. It is decoration, because the text next to it contains the same
 * information.
 */
function ViewDrawing({ view, className }: { view: ClinicalView; className?: string | undefined }) {
  if (view === 'front' || view === 'right' || view === 'left')
    return <FaceDrawing drawing={view} className={className ?? ''} />;
  if (view !== 'profile_right' && view !== 'profile_left')
    return <ExpressionDrawing expression={view} className={className} />;
  return (
    <svg
      className={className}
      viewBox="0 0 94 106"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {/* The paths draw the right profile, which faces the right edge. The left profile is its mirror image. */}
      <g transform={view === 'profile_left' ? 'translate(94 0) scale(-1 1)' : undefined}>
        <path d="M27 101c0-10-2-17-6-25-6-11-8-25-4-39C22 20 35 9 51 10c14 1 22 11 23 25 0 7 2 11 8 20 2 3 1 5-4 6 1 4 1 6-1 8 2 3 1 5-1 7 1 7-2 11-10 11-6 0-9 2-9 14" />
        <path d="M63 45c4-3 8-3 11-1M61 39c4-3 9-4 13-2M69 70c3 1 6 1 8 0M41 47c5-5 11 0 9 8-1 6-4 9-7 7" />
      </g>
    </svg>
  );
}

function Taken({ photo: { taken_on, record }, mine }: { photo: ClinicalPhoto; mine: Props['mine'] }) {
  const { t } = useTranslation('clinical-photos');
  const { date, number } = useFormat();
  return (
    <>
      <p className="small">
        <time dateTime={taken_on}>{date(taken_on)}</time>
      </p>
      <p className="small muted">
        {record ? (
          <>
            <bdi>
              {t('with', {
                device: record.device,
                distance: number(record.distance_cm),
                light: t(`light.${record.light}`),
              })}
            </bdi>
            {record.taken_by !== mine && ` · ${t(`by.${record.taken_by}`)}`}
          </>
        ) : (
          t('unrecorded')
        )}
      </p>
    </>
  );
}

function howOf(view: ClinicalView): 'how.front' | 'how.oblique' | 'how.profile' | 'how.expression' {
  if (view === 'front') return 'how.front';
  if (view === 'right' || view === 'left') return 'how.oblique';
  return view === 'profile_right' || view === 'profile_left' ? 'how.profile' : 'how.expression';
}
