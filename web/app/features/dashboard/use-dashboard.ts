import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CaseStatus } from '#contract/cases.ts';
import type { Me } from '#contract/identity.ts';
import { openCount } from '#web/lib/health-steps.ts';
import { api, call } from '#web/lib/api.ts';
import { attachHandedIn } from '#web/lib/handed-in.ts';
import { queryClient } from '#web/lib/query.ts';
import { useOwnCases } from '#web/lib/use-own-cases.ts';
import { type Headline, headlineOf } from './headline.ts';
import { useNow } from '#web/lib/use-now.ts';

/** The camera page sends these events after photos were taken. */
const photoEvents = ['photos:refresh', 'face-capture:done'] as const;

/**
 * The time in milliseconds for which photos keep their links and are not reloaded. Live events announce changed photos
 * earlier.
 */
const pictureStale_ms = 600_000;

/** The state of a query that another component runs. */
export type Answer = Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'isFetching' | 'refetch'>;

/**
 * Loads the data again that new photos or a new consent can change. When the server attaches the photos of a
 * questionnaire, it also adds the birth date from the questionnaire to an account without one. The details are
 * therefore loaded again, too.
 */
const askAgain = () =>
  Promise.all(
    [
      api.intake.key(),
      api.simulation.key(),
      api.identity.listMyConsents.key(),
      api.progress.key(),
      api.account.getMyDetails.key(),
      // Without the consent, the messages of a case are closed.
      api.care.key(),
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );

/**
 * Loads the photos, cases, simulation, consents, birth date and health answers. The headline, the photos and the cards
 * of the case show them. After the camera page has taken photos, all but the health answers are loaded again.
 */
export function useDashboard(user: Me) {
  const photos = useQuery(api.intake.getMyCurrentSet.queryOptions({ staleTime: pictureStale_ms }));
  const { cases, consents, hasConsent, shown, signed, newest, isEarlier } = useOwnCases();
  const simulation = useQuery(
    api.simulation.getMySimulation.queryOptions({
      input: { case_id: signed?.id ?? '' },
      enabled: signed !== undefined,
      staleTime: pictureStale_ms,
    }),
  );
  const details = useQuery(api.account.getMyDetails.queryOptions());
  const history = useQuery(api.care.getMyMedicalHistory.queryOptions());
  const needsHealth = history.data === null;
  const draft = useQuery(api.care.getHistoryDraft.queryOptions({ enabled: needsHealth }));
  const now = useNow();
  const [isNotBegun, setNotBegun] = useState(false);

  useEffect(() => {
    const reload = () => void askAgain();
    for (const event of photoEvents) addEventListener(event, reload);
    return () => {
      for (const event of photoEvents) removeEventListener(event, reload);
    };
  }, []);

  useEffect(() => {
    const attach = async () => {
      if ((await attachHandedIn(user.id, call.intake)) === 0) return;
      await askAgain();
      const known = queryClient.getQueryData(api.simulation.listMyCases.queryOptions().queryKey) ?? [];
      const has = (...some: CaseStatus[]) => known.some(({ status }) => some.includes(status));
      // Decided only once. The photos belong to an open case, if there is one. The doctor may sign it later.
      setNotBegun(has('published') && !has('received', 'in_review'));
    };
    void attach();
  }, [user.id]);

  const isKnown = photos.data && cases.data && consents.data && !details.isPending && !history.isPending;
  const headline: Headline | undefined = isKnown
    ? headlineOf({
        isEmailConfirmed: user.is_email_confirmed,
        hasConsent,
        photos: photos.data,
        cases: cases.data,
        needsBirthDate: details.data?.birth_date === null,
        needsHealth,
        isEarlier,
        isIntact: simulation.data?.signature.is_intact,
        now,
      })
    : undefined;
  const isUnanswered = !headline && (photos.isError || cases.isError || consents.isError);
  /**
   * The time when the health answers were submitted, or null if they were not submitted. Undefined until it is loaded.
   */
  const healthAt = history.data && history.data.saved_at;
  const healthLeft = openCount(draft.data?.answers ?? {});
  return {
    photos,
    cases,
    simulation,
    shown,
    signed,
    newest,
    isEarlier,
    hasConsent,
    healthAt,
    healthLeft,
    headline,
    isUnanswered,
    /**
     * Whether photos of a second questionnaire were just attached. They begin no simulation if one was already signed.
     */
    isNotBegun: isNotBegun && headline?.kind === 'published',
    now,
    askAgain,
  };
}

export type Dashboard = ReturnType<typeof useDashboard>;
