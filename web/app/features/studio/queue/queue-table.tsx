import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { QueueRow } from '#contract/cases.ts';
import { Icon } from '#web/ui/icon.tsx';
import { sentenceList } from '../words/sentence-list.ts';
import { CaseState } from './case-state.tsx';
import { DueCell, SignedCell } from './due-time.tsx';
import styles from './table.module.css';
import type { Group } from './queue-groups.ts';

interface Props {
  groups: readonly Group[];
  chosenId: string | null;
  now: number;
  isMine: (row: QueueRow) => boolean;
  onChoose: (id: string) => void;
  onOpen: (row: QueueRow) => void;
}

export function QueueTable({ groups, ...rest }: Props) {
  const { t } = useTranslation('studio');
  const areSigned = groups.every(({ rows }) => rows.every(({ status }) => status === 'published'));
  const titles = [
    areSigned ? 'state.signed' : 'column.due',
    'column.case',
    'column.age',
    'column.plan',
    'column.goals',
    'column.photos',
    'column.state',
  ] as const;
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('queue.caption')}</caption>
      <thead>
        <tr>
          {titles.map((title, at) => (
            <th key={title} scope="col" aria-sort={at > 0 ? undefined : areSigned ? 'descending' : 'ascending'}>
              {t(title)}
              {at === 0 && <Icon as={areSigned ? ArrowDown : ArrowUp} size="s" />}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ key, rows }) => (
        <tbody key={key}>
          <tr className={styles.group} data-kind={key}>
            <th colSpan={titles.length} scope="rowgroup">
              {t(`group.${key}`)}
            </th>
          </tr>
          {rows.map((row) => (
            <Row key={row.id} row={row} {...rest} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ row, chosenId, now, isMine, onChoose, onOpen }: { row: QueueRow } & Omit<Props, 'groups'>) {
  const { t } = useTranslation('studio');
  const isChosen = row.id === chosenId;
  return (
    <tr
      className={styles.row}
      data-chosen={isChosen || undefined}
      onClick={() => onChoose(row.id)}
      onDoubleClick={() => onOpen(row)}
    >
      <td>
        {row.status === 'published' && row.published_at ? (
          <SignedCell at={row.published_at} />
        ) : row.is_waiting_for_photos ? (
          '–'
        ) : (
          <DueCell due_at={row.due_at} now={now} />
        )}
      </td>
      <td className={styles.number}>
        <button
          type="button"
          data-case={row.id}
          aria-current={isChosen || undefined}
          onFocus={() => onChoose(row.id)}
          onClick={() => onChoose(row.id)}
        >
          {row.number}
        </button>
      </td>
      <td className={styles.quiet}>
        {row.age_years === null ? !row.is_locked && t('unknown') : t('age', { years: row.age_years })}
      </td>
      <td>{t(`plan.${row.plan}`)}</td>
      <td className={`${styles.quiet} ${styles.goals}`}>
        {sentenceList(row.main_goals.map((goal) => t(`goal.${goal as 'radiance'}`, { defaultValue: goal })))}
      </td>
      <td className={styles.quiet}>{row.photo_count !== null && t('photos.count', { count: row.photo_count })}</td>
      <td>
        <CaseState row={row} isMine={isMine(row)} />
      </td>
    </tr>
  );
}
