import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import '#web/ui/field.css';
import { isDay } from '../appointments/filters.ts';
import screen from '../practitioners.module.css';
import { DisputesView } from './disputes-view.tsx';
import { FaultsView } from './faults-view.tsx';
import styles from './payments.module.css';
import { PaymentsView } from './payments-view.tsx';
import { SubscriptionsView } from './subscriptions-view.tsx';

/**
 * Payments, disputes, subscriptions, and webhook events that the service could not process. View and search are in the
 * address.
 */
export function PaymentsScreen() {
  const { t } = useTranslation('billing');
  const { view, filter, put } = usePutQuery();
  return (
    <main className={screen.screen} id="content">
      <header className={screen.head}>
        <h1 className="h3">{t('adminPay.title')}</h1>
        <search className={screen.tools}>
          {view === 'payments' && (
            <>
              <label className={screen.search}>
                <Icon as={Search} />
                <span className="visually-hidden">{t('adminPay.search')}</span>
                <input
                  type="search"
                  className="input"
                  placeholder={t('adminPay.search')}
                  value={filter.search}
                  onChange={(event) => put({ q: event.target.value })}
                />
              </label>
              <DayField
                label={t('adminPay.from')}
                value={filter.from ?? ''}
                max={filter.to}
                onChange={(event) => put({ from: event.target.value })}
              />
              <DayField
                label={t('adminPay.to')}
                value={filter.to ?? ''}
                min={filter.from}
                onChange={(event) => put({ to: event.target.value })}
              />
            </>
          )}
          <div className={styles.views}>
            <SegmentedControl<View>
              label={t('adminPay.views')}
              size="s"
              wraps
              value={view}
              options={Views.map((value) => ({ value, label: t(`adminPay.${value}`) }))}
              onChange={(next) => put({ show: next === 'payments' ? '' : next })}
            />
          </div>
        </search>
      </header>
      <div className={screen.body}>
        {view === 'payments' && <PaymentsView filter={filter} />}
        {view === 'subscriptions' && <SubscriptionsView />}
        {view === 'disputes' && <DisputesView />}
        {view === 'faults' && <FaultsView />}
      </div>
    </main>
  );
}

const Views = ['payments', 'disputes', 'subscriptions', 'faults'] as const;
type View = (typeof Views)[number];

function readDay(params: URLSearchParams, name: string): string | undefined {
  const text = params.get(name) ?? '';
  return isDay(text) ? text : undefined;
}

/** Returns the view and the filter of the payments in the address, and a function that changes them. */
function usePutQuery() {
  const [params, put] = useQueryParams();
  const view = Views.find((one) => one === params.get('show')) ?? 'payments';
  return {
    view,
    filter: { search: params.get('q') ?? '', from: readDay(params, 'from'), to: readDay(params, 'to') },
    put,
  };
}

function DayField({ label, ...field }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className={styles.day}>
      {label}
      <input type="date" className="input" {...field} />
    </label>
  );
}
