import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxRow } from '#contract/appointments-admin.ts';
import { isBenefit, useTreatmentName } from '#web/lib/appointment-words.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useShortcuts } from '#web/lib/use-shortcuts.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { ShortcutDialog, ShortcutFoot } from '#web/ui/shortcuts.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from './appointments/refresh.ts';
import { useAge } from './appointments/when.tsx';
import { PagedTable } from './paged-table.tsx';
import { Screen } from './screen.tsx';
import styles from './screen.module.css';

const columns = ['what', 'user', 'treatment', 'places', 'age', 'actions'] as const;

/** Entries that wait for the team, those with a deadline first, then newest first, updated live. J and K move, Enter opens, E handles. */
export function InboxScreen() {
  const { t } = useTranslation(['admin', 'appointments']);
  const [is_handled, setIsHandled] = useState(false);
  const query = useInfiniteQuery(
    api.appointmentsAdmin.adminInboxList.infiniteOptions({
      input: (after: string | null) => ({ is_handled, after }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
    }),
  );
  const tools = (
    <SegmentedControl
      label={t('inbox.filter')}
      size="s"
      value={is_handled ? 'handled' : 'waiting'}
      options={[
        { value: 'waiting', label: t('inbox.waiting') },
        { value: 'handled', label: t('inbox.handled') },
      ]}
      onChange={(next) => setIsHandled(next === 'handled')}
    />
  );
  const waiting = query.data?.pages[0]?.waiting;
  const ids = query.data?.pages.flatMap(({ rows }) => rows.map(({ inbox_id }) => inbox_id)) ?? [];
  const [helps, setHelps] = useState(false);
  const { cursorId, focus, hints } = useInboxKeys(ids, () => setHelps(true));
  const foot = ids.length > 0 && (
    <ShortcutFoot className="only-large" shortcuts={hints} onHelp={() => setHelps(true)} />
  );
  return (
    <Screen
      title={t('place.inbox')}
      lead={waiting !== undefined && t('inbox.lead', { count: waiting })}
      tools={tools}
      foot={foot}
    >
      <PagedTable
        query={query}
        caption={t('place.inbox')}
        heads={columns.map((column) => t(`column.${column}`))}
        endsWithActions
        empty={{ title: t('inbox.empty'), text: t('inbox.empty.text') }}
        row={(row) => (
          <Entry
            key={row.inbox_id}
            row={row}
            isCursor={row.inbox_id === cursorId}
            onFocus={() => focus(row.inbox_id)}
          />
        )}
      />
      {helps && <ShortcutDialog shortcuts={hints} onClose={() => setHelps(false)} />}
    </Screen>
  );
}

/** The entry under the cursor has the focus. When it leaves the list, the next one is under the cursor. */
function useInboxKeys(ids: readonly string[], onHelp: () => void) {
  const { t } = useTranslation('admin');
  const [cursor, setCursor] = useState({ id: '', index: -1 });
  const found = ids.indexOf(cursor.id);
  const at = found >= 0 ? found : Math.min(cursor.index, ids.length - 1);
  const cursorId = ids[at];
  const partOf = (id: string | undefined, part: string) =>
    id === undefined ? null : document.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"] ${part}`);
  const step = (by: 1 | -1) => {
    const link = partOf(ids[Math.min(ids.length - 1, Math.max(0, at + by))], 'a');
    link?.focus({ preventScroll: true });
    link?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    e: () => partOf(cursorId, 'button')?.click(),
    '?': onHelp,
  });
  return {
    cursorId,
    focus: (id: string) => setCursor({ id, index: ids.indexOf(id) }),
    hints: [
      { keys: ['J', 'K'], text: t('key.move') },
      { keys: ['↵'], text: t('key.open') },
      { keys: ['E'], text: t('key.handle') },
    ],
  };
}

const isLate = (due: string, now: number): boolean => new Date(due).getTime() < now;

interface EntryProps {
  row: InboxRow;
  isCursor: boolean;
  onFocus: () => void;
}

function Entry({ row, isCursor, onFocus }: EntryProps) {
  const { t } = useTranslation('admin');
  const treatment = useTreatmentName();
  const errorText = useErrorText();
  const age = useAge();
  const now = useNow();
  const { date } = useFormat();
  const { mutate, isPending } = useMutation(
    api.appointmentsAdmin.adminInboxHandle.mutationOptions({
      onSuccess: ({ handled_at }) => {
        if (!handled_at) return;
        const undo = { label: t('undo'), run: () => mutate({ inbox_id: row.inbox_id, is_handled: false }) };
        toast({ kind: 'success', title: t('inbox.done'), action: undo });
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: refreshAdmin,
    }),
  );
  const cities = row.city_current === row.city_target ? row.city_target : `${row.city_current} → ${row.city_target}`;
  return (
    <tr data-id={row.inbox_id} data-cursor={isCursor || undefined} onFocus={onFocus}>
      <td data-label={t('column.what')}>
        <span>
          <LocalisedLink to={`/admin?a=${row.appointment_id}`} className={styles.open}>
            {t(`inboxKind.${row.kind}`)}
          </LocalisedLink>
          {row.due_at && !row.handled_at && (
            <small>
              {t(isLate(row.due_at, now) ? 'inbox.answerLate' : 'inbox.answerBy', { date: date(row.due_at) })}
            </small>
          )}
        </span>
      </td>
      <td data-label={t('column.user')}>
        <span>
          {row.patient_full_name || row.patient_email}
          <small>{row.patient_email}</small>
        </span>
      </td>
      <td data-label={t('column.treatment')}>
        <span>
          {treatment(row.requested_treatment)}
          {isBenefit(row.requested_treatment) && <small>{t('benefit')}</small>}
        </span>
      </td>
      <td data-label={t('column.places')}>{cities}</td>
      <td data-label={t('column.age')}>{age(row.inbox_created_at, now)}</td>
      <td className={styles.end}>
        {row.handled_at && <small>{t('inbox.by', { name: row.handled_by_name ?? t('timeline.service') })}</small>}
        <Button
          size="xs"
          busy={isPending}
          onClick={() => mutate({ inbox_id: row.inbox_id, is_handled: row.handled_at === null })}
        >
          {t(row.handled_at ? 'inbox.reopen' : 'inbox.handle')}
        </Button>
      </td>
    </tr>
  );
}
