import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MyCase } from '#contract/cases.ts';
import { useFormat } from '#web/lib/format.ts';
import { isPublished } from '#web/lib/choose-case.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { caseAddress } from './address.ts';
import styles from './lists.module.css';

interface Props {
  cases: readonly MyCase[];
  shownId: string;
  newestId: string | undefined;
}

/** Lists the patient's other cases. The patient can read published cases again. */
export function PreviousCases({ cases, shownId, newestId }: Props) {
  const { t } = useTranslation('case');
  const others = cases.filter(({ id }) => id !== shownId);
  if (others.length === 0) return null;
  return (
    <Card title={t('others')}>
      <ul className={styles.rows}>
        {others.map((one) => (
          <Row key={one.id} one={one} isNewest={one.id === newestId} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ one, isNewest }: { one: MyCase; isNewest: boolean }) {
  const { t } = useTranslation('case');
  const { date } = useFormat();
  const locale = useLocale();
  const words = (
    <>
      <span>
        <b>{t('others.number', { number: one.number })}</b>
        <small>
          {one.published_at && one.practitioner_name
            ? t('others.signed', { date: date(one.published_at), name: one.practitioner_name })
            : t('others.received', { date: date(one.received_at), status: t(`status.${one.status}`) })}
        </small>
      </span>
    </>
  );
  if (!isNewest && !isPublished(one)) return <li className={styles.row}>{words}</li>;
  return (
    <li>
      <Link className={styles.row} to={caseAddress(locale, isNewest ? undefined : one.id)}>
        {words}
        <Icon as={ChevronRight} size="s" />
      </Link>
    </li>
  );
}
