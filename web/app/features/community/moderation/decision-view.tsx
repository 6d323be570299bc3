import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/community/moderation.ts';
import { useFormat } from '#web/lib/format.ts';
import { Row, Stack } from '#web/ui/layout.tsx';
import { RichHtml } from '../parts/rich-html.tsx';
import card from '../feed/post-card.module.css';
import styles from './moderation.module.css';

export type ShownDecision = Decision;

/** A decision, its subject and reason, and the outcome of an appeal. */
export function DecisionView({ decision }: { decision: ShownDecision }) {
  const { t } = useTranslation(['community', 'moderation']);
  const format = useFormat();
  const { subject, appeal, person, channel } = decision;
  return (
    <article>
      <Row as="p" gap={10} rowGap={4} align="center" wrap className={card.by}>
        <span className={styles.reason}>{t(`moderation:decision.${decision.action}`)}</span>
        {decision.undone_at && <span className={styles.reason}>{t('moderation:decision.undone')}</span>}
        {channel && <span>fl@{channel.slug}</span>}
        <time dateTime={decision.at}>{format.dateTime(decision.at)}</time>
        {decision.version && <span>{t('moderation:decision.version', { version: decision.version })}</span>}
        {decision.until && <span>{t('moderation:decision.until', { date: format.dateTime(decision.until) })}</span>}
      </Row>
      <h2 className={styles.caseTitle}>
        <bdi>{subject?.title || person?.display_name || t(`moderation:decision.${decision.action}`)}</bdi>
      </h2>
      {subject?.body && (
        <details className={styles.text}>
          <summary>{t('moderation:decision.text')}</summary>
          <RichHtml html={subject.body} className={styles.body} />
        </details>
      )}
      <Stack as="dl" gap={8} className={styles.facts}>
        {decision.reason && (
          <div>
            <dt>{t('report.reason')}</dt>
            <dd>{t(`reason.${decision.reason}`)}</dd>
          </div>
        )}
        {decision.statement && (
          <div>
            <dt>{t('moderation:decision.statement')}</dt>
            <dd>{decision.statement}</dd>
          </div>
        )}
        {decision.decided_by && (
          <div>
            <dt>{t('moderation:decision.by')}</dt>
            <dd>
              <bdi>{decision.decided_by.display_name}</bdi>
            </dd>
          </div>
        )}
        {appeal && (
          <div>
            <dt>{t('moderation:decision.appeal')}</dt>
            <dd>
              {appeal.words}
              <br />
              <strong>{t(`moderation:appeal.${appeal.outcome}`)}</strong> {appeal.statement}
            </dd>
          </div>
        )}
      </Stack>
    </article>
  );
}
