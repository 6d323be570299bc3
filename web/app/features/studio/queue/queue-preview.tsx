import { useTranslation } from 'react-i18next';
import type { QueueRow } from '#contract/cases.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { sentenceList } from '../words/sentence-list.ts';
import { Assignment } from './assignment.tsx';
import { CaseState } from './case-state.tsx';
import { DueLine } from './due-time.tsx';
import styles from './preview.module.css';

interface Props {
  row: QueueRow;
  now: number;
  isMine: boolean;
  isOpening: boolean;
  onOpen: (row: QueueRow) => void;
}

/** Shows details of a case before the doctor opens it. The details contain neither the patient's name nor a photo. */
export function QueuePreview({ row, now, isMine, isOpening, onOpen }: Props) {
  const { t } = useTranslation('studio');
  const isOpen = isOpenCase(row);
  const action = actionOn(row, isMine);
  const facts = useFacts(row);
  return (
    <aside className={styles.preview} aria-label={t('preview.label', { number: row.number })}>
      <Row gap={12} align="center" justify="between" className={styles.previewHead}>
        <h2 className="h3 num">{row.number}</h2>
        {isOpen && !row.is_waiting_for_photos && <DueLine due_at={row.due_at} now={now} />}
      </Row>
      <div className={styles.trio}>
        <FaceDrawing drawing="front" />
        <FaceDrawing drawing="right" />
        <FaceDrawing drawing="left" />
        <p>{t(row.is_locked ? 'preview.closed_locked' : 'preview.closed')}</p>
      </div>
      <Stack as="dl" gap={8} className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t('column.state')}</dt>
          <dd>
            <CaseState row={row} isMine={isMine} />
          </dd>
        </div>
      </Stack>
      <Stack gap={14} className={styles.previewFoot}>
        <Assignment row={row} />
        <Button
          variant={action === 'preview.look' || action === 'preview.locked' ? 'line' : 'primary'}
          size="s"
          wide
          busy={isOpening}
          onClick={() => onOpen(row)}
        >
          {t(action)}
          <kbd className={styles.onAccent}>Enter</kbd>
        </Button>
        <p className={styles.note}>{t('preview.logged')}</p>
      </Stack>
    </aside>
  );
}

const isOpenCase = ({ status }: QueueRow) => status === 'received' || status === 'in_review';

function actionOn(row: QueueRow, isMine: boolean) {
  if (row.is_locked) return 'preview.locked';
  if (!isOpenCase(row)) return 'preview.look';
  if (row.practitioner_id === null) return 'preview.claim';
  return isMine ? 'preview.continue' : 'preview.look';
}

function useFacts(row: QueueRow) {
  const { t } = useTranslation('studio');
  const { dateTime } = useFormat();
  const goals = row.main_goals.map((goal) => t(`goal.${goal as 'radiance'}`, { defaultValue: goal }));
  const patient = [
    ['column.age', row.age_years === null ? t('unknown') : t('age', { years: row.age_years })],
    ['column.goals', sentenceList(goals) || t('unknown')],
    ['column.photos', t('photos.count', { count: row.photo_count ?? 0 })],
  ] as const;
  // The preview shows no due time while the case waits for photos. The row in the list shows none, either.
  const due = row.is_waiting_for_photos ? [] : [['preview.due', dateTime(row.due_at)] as const];
  return [
    ['column.plan', t(`plan.${row.plan}`)],
    ...(row.is_locked ? [] : patient),
    ['preview.received', dateTime(row.received_at)],
    ...(isOpenCase(row) ? due : [['preview.signed', dateTime(row.published_at ?? row.due_at)] as const]),
  ] as const;
}
