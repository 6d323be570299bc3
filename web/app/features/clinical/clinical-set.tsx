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
import { useErrorText } from '#web/lib/refusal.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { FieldNote } from '#web/ui/field.tsx';
import styles from './clinical.module.css';
import { RecordFields } from './record-fields.tsx';
import { firstRecord, isTold, type ShotRecord, type SentRecord, sentRecord } from './shot-record.ts';
import { ViewDrawing } from './view-drawing.tsx';

export interface SentShot extends SentRecord {
  view: ClinicalView;
  file: File;
}

interface Props {
  set: ClinicalSet;
  /** The role of the reader. Patients do not see who took their photos. */
  mine: (typeof TakenBy)[number];
  /** Sends a photo. It is undefined if the reader may not add a photo. */
  onSend?: ((shot: SentShot) => Promise<unknown>) | undefined;
}

/** Shows a series of clinical photos: its instructions, and each view with its newest photo and record. */
export function ClinicalSetView({ set, mine, onSend }: Props) {
  const { t } = useTranslation('clinical-photos');
  const [record, setRecord] = useState<ShotRecord>(() => firstRecord(set, mine));
  const [isShown, setShown] = useState(false);
  const send =
    onSend &&
    (async (view: ClinicalView, file: File) => {
      const told = sentRecord(record);
      if (told) await onSend({ ...told, view, file });
    });
  const done = set.photos.length;
  return (
    <div className={styles.set}>
      {onSend && <RecordFields record={record} onChange={setRecord} isShown={isShown} />}
      <p className={styles.count} role="status">
        {t('count', { done, count: ClinicalViews.length })}
        {done === ClinicalViews.length && ` · ${t('done')}`}
      </p>
      <ul className={styles.slots}>
        {ClinicalViews.map((view) => (
          <Slot
            key={view}
            view={view}
            photo={set.photos.find((photo) => photo.view === view)}
            mine={mine}
            onSend={send}
            isTold={isTold(record)}
            onUntold={() => setShown(true)}
          />
        ))}
      </ul>
    </div>
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
    // The field is emptied, so that the person can choose the same file again after a refusal.
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
              accept="image/*"
              disabled={upload.isPending}
              aria-describedby={noteId}
              aria-label={t(photo ? 'replace.view' : 'add.view', { view: name })}
              onClick={(event) => {
                if (told) return;
                // Each photo needs a record, so the form of the record must be filled in first.
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
