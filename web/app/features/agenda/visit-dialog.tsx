import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MyTime, type VisitState, visitStatesAfter } from '#contract/agenda.ts';
import { cityOfZone } from '#contract/zone.ts';
import { dayIn } from '#web/lib/day.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { useVisitWords } from '#web/lib/visit-words.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './agenda.module.css';
import { useMark } from './use-mark.ts';
import { LateDialog, NoShowDialog } from './visit-steps.tsx';

interface Props {
  visit: MyTime;
  now: number;
  onClose: () => void;
}

type Step = 'visit' | 'late' | 'no_show';

/** Who comes, with the way to the plan and the treatment record, and what became of the visit. */
export function VisitDialog({ visit, now, onClose }: Props) {
  const words = useVisitWords();
  const [step, setStep] = useState<Step>('visit');
  const mark = useMark(onClose);
  const set = (state: VisitState, late_minutes: number | null = null) =>
    mark.mutate({ time_id: visit.id, state, late_minutes });
  const back = () => setStep('visit');
  if (step === 'late')
    return (
      <LateDialog visit={visit} now={now} mark={mark} onSend={(minutes) => set('arrived', minutes)} onBack={back} />
    );
  if (step === 'no_show') return <NoShowDialog mark={mark} onSend={() => set('no_show')} onBack={back} />;
  return (
    <Dialog isOpen onClose={onClose} title={<bdi>{words.who(visit)}</bdi>} lead={words.what(visit)}>
      <div className={styles.visit}>
        <Facts visit={visit} />
        <Ways visit={visit} />
        <Marks
          visit={visit}
          now={now}
          isBusy={mark.isPending}
          onMark={(state) => (state === 'no_show' ? setStep('no_show') : set(state))}
          onLate={() => setStep('late')}
        />
        <Problem error={mark.error} />
      </div>
    </Dialog>
  );
}

function Facts({ visit }: { visit: MyTime }) {
  const { t } = useTranslation('agenda');
  const words = useVisitWords();
  const { isSame, time } = useZoned();
  const { starts_at, blocked_from, blocked_until, held_until, site } = visit;
  const isOther = !isSame(starts_at, site.timezone, ownZone());
  const hasBuffers = blocked_from !== starts_at || blocked_until !== visit.ends_at;
  const zone = site.timezone;
  const facts = {
    when: [words.when(visit), words.span(visit, zone), isOther && t('zone.note', { city: cityOfZone(zone) })],
    where: [words.where(visit)],
    service: [words.service(visit)],
    buffers: [hasBuffers && words.span({ starts_at: blocked_from, ends_at: blocked_until }, zone)],
    number: [visit.visit?.number],
    state: [words.state(visit), held_until && t('held_until', { time: time(held_until, zone) })],
  };
  return (
    <dl className={styles.facts}>
      {(['when', 'where', 'service', 'buffers', 'number', 'state'] as const).map((fact) => {
        const text = facts[fact].filter(Boolean).join(' · ');
        return (
          text && (
            <div key={fact}>
              <dt>{t(`fact.${fact}`)}</dt>
              <dd>{text}</dd>
            </div>
          )
        );
      })}
    </dl>
  );
}

/** To the plan of the patient's newest case, and to its treatment record. */
function Ways({ visit: { case_id, visit } }: { visit: MyTime }) {
  const { t } = useTranslation('agenda');
  const locale = useLocale();
  if (!visit) return null;
  if (!case_id) return <p className="small muted">{t('noCase')}</p>;
  const path = inLanguage(`/studio/cases/${case_id}`, locale);
  return (
    <div className={styles.buttons}>
      <LinkButton to={path} size="s">
        {t('plan')}
      </LinkButton>
      <LinkButton to={`${path}/record`} size="s">
        {t('record')}
      </LinkButton>
    </div>
  );
}

interface MarksProps {
  visit: MyTime;
  now: number;
  isBusy: boolean;
  onMark: (state: VisitState) => void;
  onLate: () => void;
}

/** What can be said of the visit now. */
function Marks({ visit, now, isBusy, onMark, onLate }: MarksProps) {
  const { t } = useTranslation('agenda');
  const { state, starts_at, site } = visit;
  const states = visitStatesAfter(state);
  if (states.length === 0) return null;
  if (dayIn(site.timezone, now) < dayIn(site.timezone, starts_at))
    return <p className="small muted">{t('mark.later')}</p>;
  const hasBegun = now >= Date.parse(starts_at);
  return (
    <div className={styles.buttons}>
      {states
        .filter((next) => next !== 'no_show' || hasBegun)
        .map((next) => (
          <Button
            key={next}
            size="s"
            variant={next === 'arrived' ? 'primary' : 'line'}
            busy={isBusy}
            onClick={() => onMark(next)}
          >
            {t(`mark.${next}`)}
          </Button>
        ))}
      {hasBegun && (state === 'arrived' || states.includes('arrived')) && (
        <Button size="s" busy={isBusy} onClick={onLate}>
          {t('mark.late')}
        </Button>
      )}
    </div>
  );
}

function Problem({ error }: { error: unknown }) {
  const errorText = useErrorText();
  if (!error) return null;
  return (
    <p className={styles.problem} role="alert">
      {errorText(error)}
    </p>
  );
}
