import { useQuery } from '@tanstack/react-query';
import {
  AtSign,
  Award,
  Bell,
  CalendarDays,
  Check,
  CreditCard,
  Gavel,
  Heart,
  type LucideIcon,
  Mail,
  Lock,
  LockOpen,
  MessageCircle,
  PenLine,
  ShieldCheck,
  Siren,
  Sparkles,
  Stethoscope,
  Trophy,
  UserPlus,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { NotificationTopic } from '#contract/choices.ts';
import type { Notification, NotificationKind } from '#contract/notifications.ts';
import type { AchievementId } from '#contract/progress.ts';
import { api } from '#web/lib/api.ts';
import { usePatientTreatmentName } from '#web/lib/appointment-words.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Ago } from '#web/ui/ago.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useMarkRead } from './use-mark-read.ts';
import styles from './news.module.css';

const byTopic: Record<NotificationTopic, LucideIcon> = {
  case: Sparkles,
  messages: MessageCircle,
  appointments: CalendarDays,
  community: Bell,
  billing: CreditCard,
  progress: Trophy,
  security: ShieldCheck,
};
const byKind: Partial<Record<NotificationKind, LucideIcon>> = {
  urgent_signs: Siren,
  reply: MessageCircle,
  comment: MessageCircle,
  mention: AtSign,
  like: Heart,
  new_post: PenLine,
  invite: Mail,
  join_request: UserPlus,
  join_accepted: UserPlus,
  practitioner_asked: Stethoscope,
  practitioner_answered: Stethoscope,
  answer_overdue: Stethoscope,
  request_removed: Stethoscope,
  text_held: Lock,
  text_released: LockOpen,
  cosignature_void: Stethoscope,
  guide_review_asked: Stethoscope,
  guide_review_answered: Stethoscope,
  guide_expired: Stethoscope,
  decision: Gavel,
  appeal: Gavel,
  report: Gavel,
  role: Award,
  friend_asked: UserPlus,
  friend_connected: UserPlus,
  reward_claimed: Trophy,
};

interface Props {
  rows: readonly Notification[];
  /** Called when a row was opened, so that an overlay around the list can close. */
  onLeave?: () => void;
}

export function NewsRows({ rows, onLeave }: Props) {
  const { mutate: markRead } = useMarkRead();
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <Row
          key={row.id}
          row={row}
          onOpen={() => {
            if (!row.is_read) markRead([row.id]);
            onLeave?.();
          }}
          onRead={() => markRead([row.id])}
        />
      ))}
    </ul>
  );
}

function Row({ row, onOpen, onRead }: { row: Notification; onOpen: () => void; onRead: () => void }) {
  const { t } = useTranslation('notifications');
  const words = useWords(row);
  return (
    <li className={styles.row} data-unread={!row.is_read || undefined}>
      <Icon as={byKind[row.kind] ?? byTopic[row.topic]} className={styles.icon} />
      <div className={styles.words}>
        <LocalisedLink to={row.path} className={styles.link} onClick={onOpen}>
          <WithTitle words={words} title={row.subject} lang={row.subject_lang} />
        </LocalisedLink>
        <p className="micro muted">
          {!row.is_read && <span className="visually-hidden">{t('unread')} </span>}
          <Ago moment={row.at} />
        </p>
      </div>
      {!row.is_read && <IconButton icon={Check} label={t('read')} size="s" className={styles.read} onClick={onRead} />}
    </li>
  );
}

/**
 * Draws a sentence in the page's language. It contains a title that a member wrote, which may be in another language.
 */
function WithTitle({ words, title, lang }: { words: string; title: string; lang: string | undefined }) {
  const at = words.lastIndexOf(title);
  if (!lang || at < 0) return words;
  return (
    <>
      {words.slice(0, at)}
      <bdi lang={lang}>{title}</bdi>
      {words.slice(at + title.length)}
    </>
  );
}

/**
 * Returns a function that gives the title of a notification's appointment, for example 'Laser, Paris'. The notification
 * itself contains only the appointment's number, because a locked screen may show the notification.
 */
function useAppointmentTitle(isWanted: boolean): (path: string) => string | undefined {
  const name = usePatientTreatmentName();
  const { commas } = useFormat();
  const { data } = useQuery({ ...api.appointments.getMyAppointments.queryOptions(), enabled: isWanted });
  return (path) => {
    const id = isWanted ? new URLSearchParams(path.split('?')[1]).get('appointment') : null;
    const found = data?.find((appointment) => appointment.id === id);
    return found && commas([name(found.requested_treatment), found.city_target]);
  };
}

/**
 * Returns the sentence of a notification, for example 'Claire and 2 others replied to you in …'. If the event happened
 * several times and the sentence names no person, the number of times is added.
 */
function useWords({ kind, subject: about, path, count, actor_name }: Notification): string {
  const { t } = useTranslation(['notifications', 'progress']);
  const titleOf = useAppointmentTitle(kind.startsWith('appointment_'));
  const subject =
    titleOf(path) ??
    (kind === 'achievement_earned' ? t(`progress:achievement.${about as AchievementId}.title`) : about);
  const actor = actor_name ?? t('somebody');
  const who = count > 1 ? t('others', { actor, count: count - 1 }) : actor;
  const words = t(`kind.${kind}`, { who, subject });
  return count > 1 && !words.includes(who) ? `${words} (${t('times', { count })})` : words;
}
