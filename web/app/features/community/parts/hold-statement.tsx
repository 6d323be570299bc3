import { useTranslation } from 'react-i18next';
import type { HoldNote } from '#contract/community/content.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import styles from './hold-statement.module.css';

/** Says to the author why the text is hidden, by when somebody looks at it, and where to answer. */
export function HoldStatement({ hold: { cause, reason, due_at } }: { hold: HoldNote }) {
  const { t } = useTranslation(['community', 'community-statements']);
  const { dateTime } = useFormat();
  return (
    <p className={styles.statement}>
      {t(`community-statements:hold.${cause}`)}{' '}
      {t('community-statements:hold.reason', { reason: t(`reason.${reason}`) })}{' '}
      {t('community-statements:hold.due', { at: dateTime(due_at) })}{' '}
      <LocalisedLink to="/community/decisions" className="link">
        {t('community-statements:hold.see')}
      </LocalisedLink>
    </p>
  );
}
