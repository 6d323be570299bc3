import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportCase } from '#contract/community/moderation.ts';
import type { ModerationAction } from '#contract/community/terms.ts';
import { useFormat } from '#web/lib/format.ts';
import { serviceNow } from '#web/lib/service-clock.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Button } from '#web/ui/button.tsx';
import { Ago } from '#web/ui/ago.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Author } from '../parts/author.tsx';
import { channelPath, commentPath, personPath, postPath } from '../parts/links.ts';
import { RichHtml } from '../parts/rich-html.tsx';
import card from '../feed/post-card.module.css';
import { queueActionsFor } from './actions.ts';
import { ThreadView } from './thread-view.tsx';
import styles from './moderation.module.css';

/** The props for keyboard shortcuts and actions. Only a case in the queue of open cases needs them. */
interface Desk {
  isCurrent: boolean;
  isTicked: boolean;
  isTickable: boolean;
  onTick: () => void;
  onFocus: () => void;
  onAct: (action: ModerationAction) => void;
}

function pathOf({ subject, channel }: ReportCase): string {
  const paths = {
    post: () => postPath(subject.id),
    comment: () => commentPath(subject.post_id ?? '', subject.id),
    channel: () => channelPath(channel?.slug ?? ''),
    person: () => personPath(subject.author?.handle ?? ''),
  };
  return paths[subject.kind]();
}

/** One case: the text, its author, the notes of author and reporters, and the possible decisions. */
export function CaseView({ found, desk }: { found: ReportCase; desk?: Desk }) {
  const { t } = useTranslation(['community', 'moderation']);
  const row = useRef<HTMLLIElement>(null);
  const { subject } = found;
  const isCurrent = desk?.isCurrent ?? false;
  const onFocus = desk?.onFocus;
  useEffect(() => {
    const element = row.current;
    if (!onFocus) return;
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  }, [onFocus]);
  return (
    <li ref={row} id={`case-${found.id}`} className={styles.case} aria-current={isCurrent || undefined}>
      <Row gap={16} align="center" justify="between" className={styles.caseTop}>
        <Row as="p" gap={10} rowGap={4} align="center" wrap className={card.by}>
          {found.reasons.map(({ reason, count }) => (
            <span key={reason} className={styles.reason}>
              {t(`reason.${reason}`)} {count > 1 && `× ${count}`}
            </span>
          ))}
          {found.origin === 'filter' && <span className={styles.reason}>{t('moderation:filtered')}</span>}
          {found.channel && <span>fl@{found.channel.slug}</span>}
          <Ago moment={found.last_at} />
        </Row>
        {desk && (
          <Checkbox
            label={t('moderation:choose')}
            aria-label={t('moderation:choose.one', { title: subject.title || t(`moderation:kind.${subject.kind}`) })}
            checked={desk.isTicked}
            disabled={!desk.isTickable}
            onChange={desk.onTick}
          />
        )}
      </Row>
      <h2 className={styles.caseTitle}>
        <LocalisedLink to={pathOf(found)}>{subject.title || t(`moderation:kind.${subject.kind}`)}</LocalisedLink>
      </h2>
      <Row as="p" gap={10} rowGap={4} align="center" wrap className={card.by}>
        <span>{t(`moderation:kind.${subject.kind}`)}</span>
        <Author person={subject.author} />
        {found.author_decisions_count > 0 && (
          <span>{t('moderation:earlier', { count: found.author_decisions_count })}</span>
        )}
        <span>{t(`moderation:state.${subject.state}`)}</span>
      </Row>
      {desk && <Hidden found={found} />}
      {subject.body && <RichHtml html={subject.body} className={styles.body} />}
      <Notes found={found} />
      {(subject.kind === 'post' || subject.kind === 'comment') && <Thread reportId={found.id} />}
      {desk && (
        <Row gap={8} wrap>
          {queueActionsFor(subject, found.is_own).map((action) => (
            <Button
              key={action}
              size="xs"
              variant={action === 'remove' ? 'ink' : 'line'}
              onClick={() => desk.onAct(action)}
            >
              {t(`moderation:action.${action}`)}
            </Button>
          ))}
        </Row>
      )}
    </li>
  );
}

const isPast = (moment: string): boolean => Date.parse(moment) < serviceNow();

/**
 * Shows why the text is hidden, or why it is still visible despite many reports. Also shows the deadline for the
 * moderator's decision.
 */
function Hidden({ found: { held_at, due_at, is_raised, subject, reports_count } }: { found: ReportCase }) {
  const { t } = useTranslation(['community', 'moderation', 'community-statements']);
  const { dateTime } = useFormat();
  if (subject.state === 'held') {
    const due = due_at && (isPast(due_at) ? 'late' : 'due');
    const words = [
      held_at && t('moderation:hidden', { count: reports_count }),
      due && t(`community-statements:desk.${due}`, { at: dateTime(due_at) }),
    ].filter((sentence) => sentence !== null);
    return words.length > 0 ? <p className={styles.notice}>{words.join(' ')}</p> : null;
  }
  return is_raised ? <p className={styles.notice}>{t('moderation:raised', { count: reports_count })}</p> : null;
}

/** The notes that the author and the reporters wrote on the case. */
function Notes({ found: { author_words, notes } }: { found: ReportCase }) {
  const { t } = useTranslation('community-statements');
  return (
    <>
      {author_words && (
        <blockquote className={styles.noteText}>
          <bdi>{author_words}</bdi> <cite>{t('desk.words')}</cite>
        </blockquote>
      )}
      {notes.map(({ note, reporter, at }) => (
        <blockquote key={at} className={styles.noteText}>
          <bdi>{note}</bdi>{' '}
          <cite>
            <bdi>{reporter?.display_name}</bdi>
          </cite>
        </blockquote>
      ))}
    </>
  );
}

function Thread({ reportId }: { reportId: string }) {
  const { t } = useTranslation(['community', 'moderation']);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`link small ${styles.threadButton}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'moderation:thread.hide' : 'moderation:thread.show')}
      </button>
      {isOpen && <ThreadView reportId={reportId} />}
    </>
  );
}
