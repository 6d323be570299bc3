import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { ShieldCheck, ShieldX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Api, api, call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import '#web/ui/field.css';
import { PagedTable } from './paged-table.tsx';
import { Screen } from './screen.tsx';
import styles from './screen.module.css';

const columns = ['when', 'who', 'action', 'subject', 'reason'] as const;

/** Shows the audit log, newest first. Its hash chain reveals an altered entry. */
export function AuditScreen() {
  const { t } = useTranslation('admin');
  const [text, setText] = useState('');
  const [action, setAction] = useState('');
  const query = useInfiniteQuery(
    api.operations.adminListAudit.infiniteOptions({
      input: (before: number | null) => ({ before, action: action || null }),
      initialPageParam: null as number | null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  const tools = (
    <>
      <form
        className={styles.buttons}
        onSubmit={(event) => {
          event.preventDefault();
          setAction(text.trim());
        }}
      >
        <input
          type="search"
          className={`input ${styles.search}`}
          aria-label={t('audit.filter')}
          placeholder={t('audit.filter')}
          maxLength={80}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button size="xs" type="submit">
          {t('search')}
        </Button>
      </form>
      <ChainCheck />
    </>
  );
  return (
    <Screen title={t('place.audit')} lead={t('audit.lead')} tools={tools}>
      <PagedTable
        query={query}
        caption={t('place.audit')}
        heads={columns.map((column) => t(`column.${column}`))}
        empty={{ title: t('audit.empty'), text: t('audit.empty.text') }}
        row={(row) => <AuditRow key={row.id} row={row} />}
      />
    </Screen>
  );
}

type Entry = Awaited<ReturnType<Api['operations']['adminListAudit']>>['rows'][number];

function AuditRow({ row }: { row: Entry }) {
  const { t } = useTranslation('admin');
  const { dateTime } = useFormat();
  return (
    <tr>
      <td data-label={t('column.when')}>{dateTime(row.at)}</td>
      <td data-label={t('column.who')}>
        <span>
          <bdi>{row.actor_name ?? row.actor_id}</bdi>
          {row.actor_role && <small>{row.actor_role}</small>}
        </span>
      </td>
      <td data-label={t('column.action')}>
        <code className={styles.mono}>{row.action}</code>
      </td>
      <td data-label={t('column.subject')}>
        <span className={styles.mono}>
          {row.subject_type} {row.subject_id}
        </span>
      </td>
      <td data-label={t('column.reason')}>{row.reason}</td>
    </tr>
  );
}

/** A button that makes the service recompute the hash chain of the audit log and check its signed heads. */
function ChainCheck() {
  const { t } = useTranslation('admin');
  const { number, dateTime } = useFormat();
  const errorText = useErrorText();
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => call.operations.adminCheckAuditChain(),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  const isWhole = data?.broken_at === null && data.forged_heads === 0;
  return (
    <>
      {data && (
        <span className={`small ${isWhole ? '' : styles.late}`} role="status">
          <Icon as={isWhole ? ShieldCheck : ShieldX} size="s" className={styles.inline} />{' '}
          {isWhole
            ? t('audit.whole', { count: data.entries, number: number(data.entries) })
            : data.broken_at === null
              ? t('audit.forged', { count: data.forged_heads })
              : t('audit.broken', { id: data.broken_at })}
          {isWhole && data.signed && ` ${t('audit.signed', { id: data.signed.entry, at: dateTime(data.signed.at) })}`}
        </span>
      )}
      <Button size="xs" variant="ink" busy={isPending} onClick={() => mutate()}>
        {t('audit.check')}
      </Button>
    </>
  );
}
