import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MyHold } from '#contract/community/moderation.ts';
import { api, call } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Row, Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { paged } from '../feed/paged.ts';
import card from '../feed/post-card.module.css';
import { AskAgain } from './ask-again.tsx';
import { Fact } from './fact.tsx';
import styles from './moderation.module.css';

/**
 * Lists the reader's own texts that were hidden automatically. Each entry shows the reason, the moderator's deadline,
 * the author's reply, and the outcome. The list is shown only if it has entries.
 */
export function MyHolds() {
  const { t } = useTranslation(['community', 'community-statements']);
  const errorText = useErrorText();
  const query = useInfiniteQuery(
    api.community.listMyHolds.infiniteOptions({ input: (cursor: string | undefined) => ({ cursor }), ...paged }),
  );
  if (query.isPending) return null;
  if (!query.data)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />;
  const rows = query.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return null;
  return (
    <>
      <ol className={styles.sheet} aria-label={t('community-statements:holds.title')}>
        {rows.map((hold) => (
          <li key={hold.id} className={styles.case}>
            <Hold hold={hold} />
            {hold.can_answer && <Answer id={hold.id} />}
          </li>
        ))}
      </ol>
      <LoadMore query={query}>{t('more')}</LoadMore>
    </>
  );
}

function Answer({ id }: { id: string }) {
  const { t } = useTranslation('community-statements');
  return (
    <AskAgain
      start={t('answer')}
      label={t('answer.words')}
      says={{ hint: t('answer.hint'), send: t('answer.send'), sent: t('answer.sent'), sentText: t('answer.sent.text') }}
      onSend={(words) => call.community.answerHold({ hold_id: id, words })}
      onSent={() => queryClient.invalidateQueries({ queryKey: api.community.listMyHolds.key() })}
    />
  );
}

function Hold({ hold }: { hold: MyHold }) {
  const { t } = useTranslation(['community', 'community-statements', 'moderation']);
  const format = useFormat();
  const { kind, state, channel, path } = hold;
  const title = <bdi>{hold.title || t(`moderation:kind.${kind}`)}</bdi>;
  return (
    <article>
      <Row as="p" gap={10} rowGap={4} align="center" wrap className={card.by}>
        <span className={styles.reason}>{t('community-statements:holds.title')}</span>
        <span className={state === 'waiting' ? styles.waiting : styles.settled}>
          {t(`community-statements:state.${state}`)}
        </span>
        <span>{t(`moderation:kind.${kind}`)}</span>
        {channel && <span>fl@{channel.slug}</span>}
        <time dateTime={hold.at}>{format.dateTime(hold.at)}</time>
      </Row>
      <h2 className={styles.caseTitle}>{path ? <LocalisedLink to={path}>{title}</LocalisedLink> : title}</h2>
      <Stack as="dl" gap={8} className={styles.facts}>
        <Fact name={t('community-statements:cause')}>{t(`community-statements:hold.${hold.cause}`)}</Fact>
        <Fact name={t('report.reason')}>{t(`reason.${hold.reason}`)}</Fact>
        {state === 'waiting' && <Fact name={t('community-statements:due')}>{format.dateTime(hold.due_at)}</Fact>}
        {hold.words && (
          <Fact name={t('community-statements:words')}>
            <bdi>{hold.words}</bdi>
          </Fact>
        )}
      </Stack>
    </article>
  );
}
