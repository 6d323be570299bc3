import { useTranslation } from 'react-i18next';
import type { HoldNote, Post } from '#contract/community/content.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import styles from './own-notes.module.css';

/** Shows the author why the text is hidden, by when a moderator must decide, and where the author can reply. */
function HoldStatement({ hold: { cause, reason, due_at } }: { hold: HoldNote }) {
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

interface Props {
  hold: HoldNote | null;
  removed?: Post['asking_removed'];
}

/**
 * Notes on a text. The text's author reads why the text is hidden. The author and the person who requested a
 * practitioner for a post read why a moderator removed the request. The code is loaded only for these people.
 */
export default function OwnNotes({ hold, removed }: Props) {
  const { t } = useTranslation('community-statements');
  return (
    <>
      {hold && <HoldStatement hold={hold} />}
      {removed && (
        <p className={styles.statement}>
          <bdi>{t('ask.removed', { reason: removed.reason })}</bdi>
        </p>
      )}
    </>
  );
}
