import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AccountNumbers, EntryKinds, type LedgerEntry } from '#contract/ledger.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Table } from '#web/ui/table.tsx';
import { States } from '../screen.tsx';
import screen from '../screen.module.css';
import { AccountName } from './account-name.tsx';
import { useFigures } from './figures.ts';
import styles from './ledger.module.css';

const columns = ['number', 'date', 'kind', 'document'] as const;

/** Lists the ledger entries of a year, newest first. The filter is in the address. */
export function JournalView({ year }: { year: number }) {
  const { t } = useTranslation('ledger');
  const { account, kind, search, isFiltered } = useFilter();
  const query = useInfiniteQuery({
    ...api.ledger.adminListLedgerEntries.infiniteOptions({
      input: (after: number | null) => ({ year, account, kind, search, ...(after !== null && { after }) }),
      initialPageParam: null as number | null,
      getNextPageParam: ({ next }) => next,
    }),
    placeholderData: keepPreviousData,
  });
  const key = isFiltered ? 'noMatch' : 'none';
  return (
    <>
      <Filter />
      <States
        query={query}
        isEmpty={({ pages }) => pages.every(({ entries }) => entries.length === 0)}
        empty={{ title: t(key), text: t(`${key}Text`) }}
      >
        {({ pages }) => (
          <Table caption={t('view.journal')} className={screen.table}>
            <Heads />
            <tbody>
              {pages
                .flatMap(({ entries }) => entries)
                .map((entry) => (
                  <EntryRow key={entry.id} entry={entry} />
                ))}
            </tbody>
          </Table>
        )}
      </States>
      <LoadMore query={query}>{t('more')}</LoadMore>
    </>
  );
}

/** The head of the table. One cell contains all postings of an entry, one below the other. */
function Heads() {
  const { t } = useTranslation('ledger');
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {t(`column.${column}`)}
          </th>
        ))}
        <th scope="col" className={styles.postings} aria-label={t('column.postings')}>
          <span className={styles.posting}>
            <span>{t('column.account')}</span>
            <span>{t('column.debit')}</span>
            <span>{t('column.credit')}</span>
          </span>
        </th>
      </tr>
    </thead>
  );
}

function useFilter() {
  const [params, put] = useQueryParams();
  const account = AccountNumbers.find((one) => one === params.get('account'));
  const kind = EntryKinds.find((one) => one === params.get('kind'));
  const search = params.get('q') ?? '';
  return { account, kind, search, put, isFiltered: Boolean(account ?? kind ?? search) };
}

function Filter() {
  const { t } = useTranslation('ledger');
  const { account, kind, search, put } = useFilter();
  return (
    <search className={styles.filter}>
      <select
        className={screen.select}
        aria-label={t('filter.account')}
        value={account ?? ''}
        onChange={(event) => put({ account: event.target.value })}
      >
        <option value="">{t('filter.allAccounts')}</option>
        {AccountNumbers.map((one) => (
          <option key={one} value={one}>
            {one} {t(`account.${one}`)}
          </option>
        ))}
      </select>
      <select
        className={screen.select}
        aria-label={t('filter.kind')}
        value={kind ?? ''}
        onChange={(event) => put({ kind: event.target.value })}
      >
        <option value="">{t('filter.allKinds')}</option>
        {EntryKinds.map((one) => (
          <option key={one} value={one}>
            {t(`kind.${one}`)}
          </option>
        ))}
      </select>
      <input
        type="search"
        className={`input ${screen.select}`}
        aria-label={t('filter.search')}
        placeholder={t('filter.search')}
        maxLength={200}
        value={search}
        onChange={(event) => put({ q: event.target.value })}
      />
    </search>
  );
}

function EntryRow({ entry: { number, date: day, kind, document, postings } }: { entry: LedgerEntry }) {
  const { t } = useTranslation('ledger');
  const { date, number: figure } = useFormat();
  const { exactMoney } = useFigures();
  const known = EntryKinds.find((one) => one === kind);
  return (
    <tr>
      <td data-label={t('column.number')}>
        {number === null ? <span className="muted">{t('notFinal')}</span> : figure(number)}
      </td>
      <td data-label={t('column.date')}>{date(day)}</td>
      <td data-label={t('column.kind')}>{known ? t(`kind.${known}`) : kind}</td>
      <td data-label={t('column.document')}>
        <code className={styles.code}>{document}</code>
      </td>
      <td className={styles.postings}>
        <ul aria-label={t('column.postings')}>
          {postings.map(({ account, amount_cents, currency }, place) => (
            <li key={place} className={styles.posting}>
              <span>
                <AccountName account={account} />
              </span>
              <span className="num">{amount_cents > 0 && exactMoney(amount_cents, currency)}</span>
              <span className="num">{amount_cents < 0 && exactMoney(-amount_cents, currency)}</span>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}
