import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, call } from '#web/lib/api.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { paged } from '../feed/paged.ts';
import { Emergency } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import { AskAgain } from './ask-again.tsx';
import { DecisionList } from './decision-list.tsx';
import { MyHolds } from './my-holds.tsx';

/** The page with the decisions on the reader's own texts. It shows the reasons and the ways to appeal. */
export function DecisionsPage() {
  const { t } = useTranslation(['community', 'community-reports', 'moderation']);
  const query = useInfiniteQuery(
    api.community.listMyDecisions.infiniteOptions({ input: (cursor: string | undefined) => ({ cursor }), ...paged }),
  );
  return (
    <Page
      title={t('decisions.title')}
      lead={t('decisions.lead')}
      action={
        <LocalisedLink to="/community/reports" className="link small">
          {t('community-reports:title')}
        </LocalisedLink>
      }
      aside={<Emergency />}
    >
      <MyHolds />
      <DecisionList query={query} empty={t('decisions.empty')}>
        {(decision) =>
          decision.can_appeal && (
            <AskAgain
              start={t('moderation:appeal.start')}
              label={t('moderation:appeal.words')}
              onSend={(words) => call.community.appealDecision({ decision_id: decision.id, words })}
              onSent={() => queryClient.invalidateQueries({ queryKey: api.community.listMyDecisions.key() })}
            />
          )
        }
      </DecisionList>
    </Page>
  );
}
