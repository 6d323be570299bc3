import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type VisitState, visitStatesAfter } from '#contract/visit-states.ts';
import { dayIn } from '#web/lib/day.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import type { Visit } from '#web/lib/visit-words.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './agenda.module.css';
import { useMark } from './use-mark.ts';
import { LateDialog, NoShowDialog } from './visit-steps.tsx';

interface Props {
  visit: Visit;
  now: number;
  onDone: () => void;
}

/**
 * Buttons that set the state of the visit. Only the states that are possible now have a button. Lateness and no-show
 * have separate dialogs.
 */
export function VisitMarks({ visit, now, onDone }: Props) {
  const { t } = useTranslation('agenda');
  const errorText = useErrorText();
  const [asks, setAsks] = useState<'late' | 'no_show' | null>(null);
  const mark = useMark(onDone);
  const set = (state: VisitState, late_minutes: number | null = null) =>
    mark.mutate({ time_id: visit.id, state, late_minutes });
  const { state, starts_at, site } = visit;
  const states = visitStatesAfter(state);
  const back = () => setAsks(null);
  if (states.length === 0) return null;
  if (dayIn(site.timezone, now) < dayIn(site.timezone, starts_at))
    return <p className="small muted">{t('mark.later')}</p>;
  const hasBegun = now >= Date.parse(starts_at);
  return (
    <>
      <div className={styles.buttons}>
        {states
          .filter((next) => next !== 'no_show' || hasBegun)
          .map((next) => (
            <Button
              key={next}
              size="s"
              variant={next === 'arrived' ? 'primary' : 'line'}
              busy={mark.isPending}
              onClick={() => (next === 'no_show' ? setAsks('no_show') : set(next))}
            >
              {t(`mark.${next}`)}
            </Button>
          ))}
        {hasBegun && (
          <Button size="s" busy={mark.isPending} onClick={() => setAsks('late')}>
            {t('mark.late')}
          </Button>
        )}
      </div>
      {mark.error && !asks && (
        <p className={styles.problem} role="alert">
          {errorText(mark.error)}
        </p>
      )}
      {asks === 'late' && (
        <LateDialog visit={visit} now={now} mark={mark} onSend={(minutes) => set('arrived', minutes)} onBack={back} />
      )}
      {asks === 'no_show' && <NoShowDialog mark={mark} onSend={() => set('no_show')} onBack={back} />}
    </>
  );
}
