import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FigureGroups, MIN_PATIENTS, type MoneyFigures, type StepFigures } from '#contract/figures.ts';
import { regions } from '#contract/languages.ts';
import { type Api, api, call } from '#web/lib/api.ts';
import { useTreatmentName } from '#web/lib/appointment-words.ts';
import { download } from '#web/lib/download.ts';
import { useFormat } from '#web/lib/format.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast.ts';
import '#web/ui/field.css';
import { FigureHeads } from '../ledger/figure-heads.tsx';
import { useFigures } from '../ledger/figures.ts';
import { Screen, States } from '../screen.tsx';
import screen from '../screen.module.css';
import styles from './figures.module.css';
import { periodOf, PeriodNames } from './period.ts';
import { VisitPart } from './visit-part.tsx';

type Figures = Awaited<ReturnType<Api['figures']['adminGetFigures']>>;
type Group = (typeof FigureGroups)[number];

/**
 * Shows the figures of the appointments: how many requests reach each step, how fast the team responds, and how much
 * money is earned. Period and grouping are in the address.
 */
export function FiguresScreen() {
  const { t } = useTranslation('figures');
  const [params, put] = useQueryParams();
  const name = PeriodNames.find((one) => one === params.get('period')) ?? '90';
  const by = FigureGroups.find((one) => one === params.get('by')) ?? 'treatment';
  const asked = { ...periodOf(name, useNow()), by };
  const query = useQuery({
    ...api.figures.adminGetFigures.queryOptions({ input: asked }),
    placeholderData: keepPreviousData,
  });
  return (
    <Screen
      title={t('title')}
      tools={
        <>
          <select
            className={screen.select}
            aria-label={t('period')}
            value={name}
            onChange={(event) => put({ period: event.target.value === '90' ? '' : event.target.value })}
          >
            {PeriodNames.map((one) => (
              <option key={one} value={one}>
                {t(`period.${one}`)}
              </option>
            ))}
          </select>
          <ExportButton asked={asked} />
        </>
      }
    >
      <States
        query={query}
        isEmpty={({ steps, money }) => steps.asked + money.length === 0}
        empty={{ title: t('none'), text: t('none.text') }}
      >
        {({ steps, money }) => (
          <>
            <Steps steps={steps} period={asked} />
            <Money money={money} by={by} onBy={(next) => put({ by: next === 'treatment' ? '' : next })} />
          </>
        )}
      </States>
      <VisitPart />
    </Screen>
  );
}

function ExportButton({ asked }: { asked: { from: string; to: string; by: Group } }) {
  const { t } = useTranslation('figures');
  const errorText = useErrorText();
  const file = useMutation({
    mutationFn: () => call.figures.adminExportFigures(asked),
    onSuccess: (made) => download(made, made.name),
    onError: (error) => toast({ kind: 'error', title: errorText(error) }),
  });
  return (
    <Button size="xs" variant="quiet" busy={file.isPending} onClick={() => file.mutate()}>
      <Icon as={Download} size="s" />
      {t('export')}
    </Button>
  );
}

const stepNames = ['asked', 'answered', 'offered', 'paid', 'done'] as const;

function Steps({ steps, period }: { steps: Figures['steps']; period: { from: string; to: string } }) {
  const { t } = useTranslation('figures');
  const { date } = useFormat();
  const percent = new Intl.NumberFormat(regions[useReadingLanguage()], { style: 'percent' });
  const noon = (day: string) => date(`${day}T12:00:00Z`);
  return (
    <Stack as="section" gap={12} align="start" className={styles.part} aria-labelledby="steps">
      <h2 className="h4" id="steps">
        {t('steps')}
      </h2>
      <p className="small muted">
        {t('steps.lead', { count: steps.asked, from: noon(period.from), to: noon(period.to) })}
      </p>
      <Table caption={t('steps')} className={screen.table}>
        <FigureHeads names={[t('step'), t('count')]} figures={[t('ofBefore')]} />
        <tbody>
          {stepNames.map((step, at) => {
            const before = steps[stepNames[at - 1] ?? 'asked'];
            return (
              <tr key={step}>
                <td className={styles.name}>{t(`step.${step}`)}</td>
                <td data-label={t('count')} className={styles.bars}>
                  <Bar share={steps[step] / Math.max(1, steps.asked)} value={String(steps[step])} />
                </td>
                <td data-label={t('ofBefore')} className={screen.end}>
                  {at > 0 && before > 0 ? percent.format(steps[step] / before) : '–'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      <p className="small">
        {t('waiting', { count: steps.waiting })} <Answer steps={steps} />
      </p>
    </Stack>
  );
}

/**
 * Shows the median and the 90th percentile of the time until the team answers. Each time is shown in the largest unit
 * that keeps the number readable.
 */
function Answer({ steps: { median_s, p90_s } }: { steps: StepFigures }) {
  const { t } = useTranslation('figures');
  const time = (seconds: number) => {
    const minutes = Math.max(1, Math.round(seconds / 60));
    if (minutes < 120) return t('minutes', { count: minutes });
    return minutes < 2 * 1440
      ? t('hours', { count: Math.round(minutes / 60) })
      : t('days', { count: Math.round(minutes / 1440) });
  };
  if (median_s === null || p90_s === null) return t('answer.none');
  return t('answer', { median: time(median_s), p90: time(p90_s) });
}

/** Draws a bar behind its number. Screen readers skip the bar, because the number contains the same information. */
function Bar({ share, value }: { share: number; value: string }) {
  return (
    <span className={styles.bar}>
      <span aria-hidden="true" style={{ inlineSize: `${Math.round(100 * Math.min(1, Math.max(0, share)))}%` }} />
      <b>{value}</b>
    </span>
  );
}

const sums = ['share', 'vat', 'fee', 'lost', 'margin'] as const;

function Money({ money, by, onBy }: { money: readonly MoneyFigures[]; by: Group; onBy: (by: Group) => void }) {
  const { t } = useTranslation('figures');
  const { exactMoney } = useFigures();
  const nameOf = useName(by);
  const most = new Map<string, number>();
  for (const { currency, sums: shown } of money)
    most.set(currency, Math.max(most.get(currency) ?? 1, shown?.revenue_cents ?? 0));
  return (
    <Stack as="section" gap={12} align="start" className={styles.part} aria-labelledby="money">
      <h2 className="h4" id="money">
        {t('money')}
      </h2>
      <p className="small muted">
        {t('money.lead')} {t('money.few', { count: MIN_PATIENTS })}
      </p>
      <SegmentedControl<Group>
        label={t('by')}
        size="s"
        wraps
        value={by}
        options={FigureGroups.map((value) => ({ value, label: t(`by.${value}`) }))}
        onChange={onBy}
      />
      <Table caption={t('money')} className={screen.table}>
        <FigureHeads names={[t(`by.${by}`), t('revenue')]} figures={sums.map((sum) => t(sum))} />
        <tbody>
          {money.map(({ name, currency, sums: shown, withheld }) => (
            <tr key={`${name} ${currency}`}>
              <td className={styles.name}>
                <bdi>{nameOf(name)}</bdi>
              </td>
              {shown ? (
                <>
                  <td data-label={t('revenue')} className={styles.bars}>
                    <Bar
                      share={shown.revenue_cents / (most.get(currency) ?? 1)}
                      value={exactMoney(shown.revenue_cents, currency)}
                    />
                  </td>
                  {sums.map((sum) => (
                    <td key={sum} data-label={t(sum)} className={screen.end}>
                      <span className={shown[`${sum}_cents`] < 0 ? screen.late : undefined}>
                        {exactMoney(shown[`${sum}_cents`], currency)}
                      </span>
                    </td>
                  ))}
                </>
              ) : (
                <td data-label={t('revenue')} colSpan={sums.length + 1} className="muted">
                  {t(withheld === 'few' ? 'withheld.few' : 'withheld.beside', {
                    count: MIN_PATIENTS,
                    currency: currency.toUpperCase(),
                  })}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </Stack>
  );
}

function useName(by: Group): (name: string | null) => string {
  const { t } = useTranslation('figures');
  const treatmentName = useTreatmentName();
  const month = new Intl.DateTimeFormat(regions[useReadingLanguage()], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (name) => {
    if (!name) return t('unnamed');
    if (by === 'treatment') return treatmentName(name);
    return by === 'month' ? month.format(new Date(`${name}-01T12:00:00Z`)) : name;
  };
}
