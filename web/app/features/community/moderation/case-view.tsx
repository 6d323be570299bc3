import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportCase } from '#contract/community/moderation.ts';
import type { ModerationAction } from '#contract/community/terms.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Button } from '#web/ui/button.tsx';
import { Ago } from '#web/ui/ago.tsx';
import { Author } from '../parts/author.tsx';
import { channelPath, commentPath, personPath, postPath } from '../parts/links.ts';
import { RichHtml } from '../parts/rich-html.tsx';
import card from '../feed/post-card.module.css';
import { queueActionsFor } from './actions.ts';
import styles from './moderation.module.css';

interface Props {
  found: ReportCase;
  isCurrent: boolean;
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

/** One case: what was written, by whom, what others say about it, and what can be decided. */
export function CaseView({ found, isCurrent, onFocus, onAct }: Props) {
  const { t } = useTranslation('community');
  const row = useRef<HTMLLIElement>(null);
  const { subject } = found;
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  useEffect(() => {
    const element = row.current;
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  }, [onFocus]);
  return (
    <li ref={row} id={`case-${found.id}`} className={styles.case} aria-current={isCurrent || undefined}>
      <p className={card.by}>
        {found.reasons.map(({ reason, count }) => (
          <span key={reason} className={styles.reason}>
            {t(`reason.${reason}`)} {count > 1 && `× ${count}`}
          </span>
        ))}
        {found.origin === 'filter' && <span className={styles.reason}>{t('moderation.filtered')}</span>}
        {found.channel && <span>fl@{found.channel.slug}</span>}
        <Ago moment={found.last_at} />
      </p>
      <h2 className={styles.caseTitle}>
        <LocalisedLink to={pathOf(found)}>{subject.title || t(`moderation.kind.${subject.kind}`)}</LocalisedLink>
      </h2>
      <p className={card.by}>
        <span>{t(`moderation.kind.${subject.kind}`)}</span>
        <Author person={subject.author} />
        {found.author_decisions_count > 0 && (
          <span>{t('moderation.earlier', { count: found.author_decisions_count })}</span>
        )}
        <span>{t(`moderation.state.${subject.state}`)}</span>
      </p>
      {subject.body && <RichHtml html={subject.body} className={styles.body} />}
      {found.notes.map(({ note, reporter, at }) => (
        <blockquote key={at} className={styles.noteText}>
          <bdi>{note}</bdi>{' '}
          <cite>
            <bdi>{reporter?.display_name}</bdi>
          </cite>
        </blockquote>
      ))}
      {found.status === 'open' && (
        <div className={styles.buttons}>
          {queueActionsFor(subject).map((action) => (
            <Button key={action} size="xs" variant={action === 'remove' ? 'ink' : 'line'} onClick={() => onAct(action)}>
              {t(`moderation.action.${action}`)}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
