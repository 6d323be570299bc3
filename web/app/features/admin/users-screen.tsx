import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AdminUser } from '#contract/admin.ts';
import { type Plan, Plans, type Role, Roles } from '#contract/base.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Table } from '#web/ui/table.tsx';
import '#web/ui/field.css';
import { Screen, States } from './screen.tsx';
import styles from './screen.module.css';
import { UserDialog } from './user-dialog.tsx';
import { UserState } from './user-state.tsx';

const columns = ['user', 'role', 'plan', 'state', 'since', 'sessions'] as const;

/** Everybody with an account. `u` in the address opens one. */
export function UsersScreen() {
  const { t } = useTranslation('admin');
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<Role | ''>('');
  const [plan, setPlan] = useState<Plan | ''>('');
  const [params, setParams] = useSearchParams();
  const asked = useDeferredValue(search.trim());
  const query = useInfiniteQuery(
    api.usersAdmin.adminListUsers.infiniteOptions({
      input: (after: string | null) => ({ search: asked, role: role || null, plan: plan || null, after }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      placeholderData: (before) => before,
    }),
  );
  const first = query.data?.pages[0];
  const userId = params.get('u');
  const tools = (
    <>
      <input
        type="search"
        className={`input ${styles.search}`}
        aria-label={t('user.search')}
        placeholder={t('user.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <select
        className={styles.select}
        aria-label={t('column.role')}
        value={role}
        onChange={(event) => setRole(event.target.value as Role | '')}
      >
        <option value="">{t('user.everyRole')}</option>
        {Roles.map((one) => (
          <option key={one} value={one}>
            {t(`role.${one}`)}
          </option>
        ))}
      </select>
      <select
        className={styles.select}
        aria-label={t('column.plan')}
        value={plan}
        onChange={(event) => setPlan(event.target.value as Plan | '')}
      >
        <option value="">{t('user.everyPlan')}</option>
        {Plans.map((one) => (
          <option key={one} value={one}>
            {t(`plan.${one}`)}
          </option>
        ))}
      </select>
    </>
  );
  return (
    <Screen
      title={t('place.users')}
      lead={first && t(first.is_total_exact ? 'user.lead' : 'user.leadMore', { count: first.total })}
      tools={tools}
    >
      <States
        query={query}
        isEmpty={({ pages }) => pages.every(({ rows }) => rows.length === 0)}
        empty={{ title: t('user.empty'), text: t('user.empty.text') }}
      >
        {({ pages }) => (
          <Table caption={t('place.users')} className={styles.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {pages
                .flatMap(({ rows }) => rows)
                .map((row) => (
                  <UserRow key={row.id} row={row} onOpen={() => setParams({ u: row.id })} />
                ))}
            </tbody>
          </Table>
        )}
      </States>
      {query.hasNextPage && (
        <p className={styles.more}>
          <Button size="s" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        </p>
      )}
      {userId && <UserDialog key={userId} id={userId} onClose={() => setParams({}, { replace: true })} />}
    </Screen>
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
