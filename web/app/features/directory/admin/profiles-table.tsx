import { useTranslation } from 'react-i18next';
import type { AdminProfile } from '#contract/directory.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { StatusBadge, type StatusTone } from '#web/ui/status-badge.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import styles from './directory-screen.module.css';

interface Props {
  rows: readonly AdminProfile[];
  onHide: (row: AdminProfile) => void;
  onShow: (row: AdminProfile) => void;
  busyId: string | undefined;
}

const columns = ['name', 'city', 'state', 'updated', 'actions'] as const;

export function ProfilesTable({ rows, ...rest }: Props) {
  const { t } = useTranslation('directory');
  return (
    <Table caption={t('admin.title')} className={styles.table}>
      <ColumnHeads names={columns.map((column) => t(`admin.column.${column}`))} />
      <tbody>
        {rows.map((row) => (
          <ProfileRow key={row.user_id} row={row} {...rest} />
        ))}
      </tbody>
    </Table>
  );
}

/** Returns the most important reason why a practitioner's page is not public, or 'public' if it is. */
function stateOf(
  row: AdminProfile,
): readonly [tone: StatusTone, word: 'hidden' | 'unverified' | 'unlisted' | 'public'] {
  if (row.hidden_at) return ['cancelled', 'hidden'];
  if (!row.is_verified) return ['pending', 'unverified'];
  return row.is_listed ? ['confirmed', 'public'] : ['plain', 'unlisted'];
}

function ProfileRow({ row, onHide, onShow, busyId }: Omit<Props, 'rows'> & { row: AdminProfile }) {
  const { t } = useTranslation('directory');
  const { date } = useFormat();
  const [tone, word] = stateOf(row);
  return (
    <tr>
      <th scope="row">
        <bdi>{row.name}</bdi>
        <span className={`num ${styles.reason}`}>{row.registration_number}</span>
      </th>
      <td data-label={t('admin.column.city')}>{row.city ?? '–'}</td>
      <td data-label={t('admin.column.state')}>
        <span>
          <StatusBadge tone={tone}>{t(`admin.state.${word}`)}</StatusBadge>
          {row.hidden_reason && <span className={styles.reason}>{row.hidden_reason}</span>}
        </span>
      </td>
      <td className="num" data-label={t('admin.column.updated')}>
        {date(row.updated_at)}
      </td>
      <td>
        <Row as="span" gap={8} justify="end" wrap>
          {row.is_public && (
            <LocalisedLink
              to={`/practitioners/${row.slug}`}
              className={buttonClass({ size: 'xs', variant: 'quiet' })}
              reloadDocument
            >
              {t('admin.view')}
            </LocalisedLink>
          )}
          <Button
            size="xs"
            busy={busyId === row.user_id}
            aria-label={`${t(row.hidden_at ? 'admin.show' : 'admin.hide')}: ${row.name}`}
            onClick={() => (row.hidden_at ? onShow(row) : onHide(row))}
          >
            {t(row.hidden_at ? 'admin.show' : 'admin.hide')}
          </Button>
        </Row>
      </td>
    </tr>
  );
}
