import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DirectService } from '#contract/direct-appointments.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { takeAddress } from '#web/lib/use-direct-services.ts';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { AskTeam } from './ask-team.tsx';
import { byPlan } from './choice.ts';
import styles from './take.module.css';

/** Lists the services to choose from. Services in a signed treatment plan come first. */
export function ServiceList({ services }: { services: readonly DirectService[] }) {
  const { t } = useTranslation('appointment-times');
  const { planned, others } = byPlan(services);
  return (
    <>
      <p className="muted">{t('lead')}</p>
      {planned.length > 0 && <Group title={t('services.plan')} services={planned} />}
      {others.length > 0 && (
        <Group title={t(planned.length > 0 ? 'services.others' : 'services.all')} services={others} />
      )}
      <div>
        <AskTeam />
      </div>
    </>
  );
}

function Group({ title, services }: { title: string; services: readonly DirectService[] }) {
  return (
    <Card title={title} className={styles.services}>
      <ul>
        {services.map((service) => (
          <li key={service.id}>
            <ServiceRow service={service} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ServiceRow({ service }: { service: DirectService }) {
  const { t } = useTranslation('appointment-times');
  const { money, commas } = useFormat();
  const { id, name, clinic_name, minutes, price_cents, deposit_cents, currency, is_video, sites } = service;
  const price = money(price_cents, currency);
  const where = [clinic_name, ...(is_video || sites[1] ? [] : sites.map((one) => one.name))];
  return (
    <LocalisedLink to={`${takeAddress}?service=${id}`} className={styles.service}>
      <span className={styles.serviceName}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="small muted">
          <bdi>{commas([...new Set(where)])}</bdi> · {t('minutes', { minutes })}
          {is_video && <> · {t('video')}</>}
        </span>
        <PlanLine service={service} />
      </span>
      <span className={`num ${styles.price}`}>
        {deposit_cents === null || deposit_cents === price_cents
          ? price
          : t('deposit', { price, deposit: money(deposit_cents, currency) })}
      </span>
      <Icon as={ChevronRight} size="s" className={styles.go} />
    </LocalisedLink>
  );
}

/** A line that names the doctor whose signed treatment plan contains the service, and the date of that plan. */
export function PlanLine({ service: { plan, practitioners } }: { service: DirectService }) {
  const { t } = useTranslation('appointment-times');
  const { date } = useFormat();
  if (!plan) return null;
  const name = practitioners.find(({ id }) => id === plan.practitioner_id)?.name;
  return (
    <span className={`small ${styles.plan}`}>
      {plan.products && <bdi>{t('planned', { products: plan.products })}</bdi>}
      <span className="muted">
        {name ? t('signedBy', { name, date: date(plan.signed_at) }) : t('signedOn', { date: date(plan.signed_at) })}
      </span>
    </span>
  );
}
