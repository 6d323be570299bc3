import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AdminUser } from '#contract/admin.ts';
import { type Plan, type Role, Roles } from '#contract/base.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import '#web/ui/field.css';
import { PagedTable } from './paged-table.tsx';
import { Screen } from './screen.tsx';
import styles from './screen.module.css';
import { UserDialog } from './user-dialog.tsx';
import { PlanOptions, RoleOptions } from './user-options.tsx';
import { UserState } from './user-state.tsx';

const columns = ['user', 'role', 'plan', 'state', 'since', 'sessions'] as const;

interface Filter {
  search: string;
  role: Role | null;
  plan: Plan | null;
}

/** Lists all accounts. The address parameter `u` opens a person, and the parameter `q` is the initial search. */
export function UsersScreen() {
  const [params] = useSearchParams();
  return <Users key={params.get('q')} />;
}

function Users() {
  const { t } = useTranslation('admin');
  const [params, put] = useQueryParams();
  const [filter, setFilter] = useState<Filter>({ search: params.get('q') ?? '', role: null, plan: null });
  const search = useDeferredValue(filter.search.trim());
  const query = useInfiniteQuery(
    api.usersAdmin.adminListUsers.infiniteOptions({
      input: (after: string | null) => ({ ...filter, search, after }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      placeholderData: (before) => before,
    }),
  );
  const first = query.data?.pages[0];
  const userId = params.get('u');
  const open = (id: string | null) => put({ u: id }, { replace: id === null });
  return (
    <Screen
      title={t('place.users')}
      lead={first && t(first.is_total_exact ? 'user.lead' : 'user.leadMore', { count: first.total })}
      tools={<Tools filter={filter} onChange={(part) => setFilter({ ...filter, ...part })} />}
    >
      <PagedTable
        query={query}
        caption={t('place.users')}
        heads={columns.map((column) => t(`column.${column}`))}
        empty={{ title: t('user.empty'), text: t('user.empty.text') }}
        row={(row) => <UserRow key={row.id} row={row} onOpen={() => open(row.id)} />}
      />
      {userId && <UserDialog key={userId} id={userId} onClose={() => open(null)} />}
    </Screen>
  );
}

function Tools({ filter, onChange }: { filter: Filter; onChange: (part: Partial<Filter>) => void }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <input
        type="search"
        className={`input ${styles.search}`}
        aria-label={t('user.search')}
        placeholder={t('user.search')}
        value={filter.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <select
        className={styles.select}
        aria-label={t('column.role')}
        value={filter.role ?? ''}
        onChange={(event) => onChange({ role: (event.target.value as Role) || null })}
      >
        <option value="">{t('user.everyRole')}</option>
        <RoleOptions roles={Roles} />
      </select>
      <select
        className={styles.select}
        aria-label={t('column.plan')}
        value={filter.plan ?? ''}
        onChange={(event) => onChange({ plan: (event.target.value as Plan) || null })}
      >
        <option value="">{t('user.everyPlan')}</option>
        <PlanOptions />
      </select>
    </>
  );
}

function UserRow({ row, onOpen }: { row: AdminUser; onOpen: () => void }) {
  const { t } = useTranslation('admin');
  const { date, number } = useFormat();
  const name = row.name || row.email;
  return (
    <tr>
      <td data-label={t('column.user')}>
        <span>
          <button type="button" className={styles.open} onClick={onOpen}>
            {name}
          </button>{' '}
          <small>{row.email}</small>
        </span>
      </td>
      <td data-label={t('column.role')}>{t(`role.${row.role}`)}</td>
      <td data-label={t('column.plan')}>{t(`plan.${row.plan}`)}</td>
      <td data-label={t('column.state')}>
        <UserState user={row} />
      </td>
      <td data-label={t('column.since')}>{date(row.member_since)}</td>
      <td data-label={t('column.sessions')}>{number(row.sessions)}</td>
    </tr>
  );
}
