import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type HistoryQuestion,
  type SafetyStatement,
  AskedChannels,
  nothingStated,
  SAFETY_TEXT_MAX,
} from '#contract/safety.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import { api } from '#web/lib/api.ts';
import { dayIn } from '#web/lib/day.ts';
import { useFormat } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Select, TextArea, TextField } from '#web/ui/text-field.tsx';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { AskHealthButton } from '../flow/ask-health.tsx';
import { useBackground } from '../flow/use-background.ts';
import type { GateLine } from './gate-lines.ts';
import { type Marking, PictureMarks } from './picture-marks.tsx';
import { bindReason } from './reason-binding.ts';
import type { Fix } from './use-fix.ts';

interface Props {
  line: GateLine;
  onFix: (fix: Fix) => void;
  /** Opens the first image that the doctor has not seen. The function is undefined while there are no images. */
  onSee: (() => void) | undefined;
  marking: Marking;
}

/**
 * The control with which the doctor resolves one line of the review. It is a field, a checkbox, or a button that opens
 * the control in the workspace.
 */
export function GateFix({ line, onFix, onSee, marking }: Props) {
  const { t } = useTranslation('studio');
  const { code, about, names } = line;
  const toTreatment = names?.find(isTreatmentName) ?? (isTreatmentName(about) ? about : undefined);
  const goTo = (label: string, fix: Fix) => (
    <Button size="xs" onClick={() => onFix(fix)}>
      {label}
    </Button>
  );
  switch (code) {
    case 'age_unknown':
      return <ReadAgeAgain />;
    case 'under_age':
      return null;
    case 'health_untold':
      return <HealthNote />;
    case 'contraindicated':
      return toTreatment
        ? goTo(t('gate.fix.take_out'), { tab: 'treatment', treatment: toTreatment })
        : goTo(t('gate.fix.plan'), { tab: 'plan' });
    case 'reason_missing':
      return <Reason question={about as 'herpes'} isOpen={line.isOpen} />;
    case 'dose_area':
      return goTo(t('gate.fix.dose'), { tab: 'treatment', treatment: about });
    case 'dose_map':
      // The focus moves to the treatment's points in the list. For a class of treatments it does not, because the
      // points of a class belong to several treatments.
      return goTo(t('gate.fix.map'), { tab: 'plan', points: isTreatmentName(about) ? about : undefined });
    case 'points_unconfirmed':
      return goTo(t('gate.fix.map'), { tab: 'plan' });
    case 'dose_session':
      return goTo(t('gate.fix.dose'), { tab: 'treatment' });
    case 'interval_course':
      return goTo(t('gate.fix.interval'), { tab: 'plan' });
    case 'dose_period':
      return (
        <>
          {line.isOpen && goTo(t('gate.fix.plan'), { tab: 'plan' })}
          <NotBefore line={line} />
        </>
      );
    case 'interval_since':
      return <NotBefore line={line} />;
    case 'not_before':
      return (
        <>
          {line.isOpen && goTo(t('gate.fix.plan'), { tab: 'plan' })}
          <NoDay />
        </>
      );
    case 'zone':
      return <ZoneTick zone={about} />;
    case 'pictures_unseen':
      return line.isOpen && onSee ? (
        <Button size="xs" onClick={onSee}>
          {t('gate.fix.pictures')}
        </Button>
      ) : null;
    case 'artefact':
      return <PictureMarks about={about} {...marking} />;
  }
}

/** Loads the case again, because the patient may have entered the birth date in the meantime. */
function ReadAgeAgain() {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const queryKey = api.simulation.getStudioCase.queryKey({ input: { case_id: studioCase.id } });
  const { mutate, isPending } = useMutation({ mutationFn: () => queryClient.refetchQueries({ queryKey }) });
  return (
    <Button size="xs" busy={isPending} onClick={() => mutate()}>
      {t('gate.fix.age')}
    </Button>
  );
}

/**
 * The field for a reason, below the patient's current answer. The reason belongs to the answer that the doctor saw when
 * the field got the focus. If the patient has changed the answer since, the field says so and keeps the old reason.
 */
function Reason({ question, isOpen }: { question: HistoryQuestion; isOpen: boolean }) {
  const { t } = useTranslation('studio');
  const { stated, setReason, endGesture } = useStatement();
  const { data } = useBackground();
  const answer = data?.history?.history.questions[question];
  const [binding] = useState(() => bindReason(question, answer));
  const id = useId();
  const text = stated.reasons.find((reason) => reason.question === question)?.text ?? '';
  return (
    <>
      {answer && (
        <p id={`${id}-answer`}>
          {t('gate.answer')}{' '}
          <bdi>{[t(`contra.answer.${answer.answer}`), answer.details].filter(Boolean).join(', ')}</bdi>
        </p>
      )}
      <TextArea
        id={id}
        aria-describedby={answer ? `${id}-answer ${id}-note` : `${id}-note`}
        label={t('gate.reason')}
        hint={t('gate.reason_hint')}
        rows={2}
        maxLength={SAFETY_TEXT_MAX}
        error={isOpen && text.trim() !== '' ? t('gate.reason_old') : undefined}
        value={text}
        onFocus={() => binding.onFocus(answer)}
        onChange={(event) => setReason(binding.reasonOf(event.currentTarget.value))}
        onBlur={endGesture}
      />
    </>
  );
}

function ZoneTick({ zone }: { zone: string }) {
  const { t } = useTranslation('studio');
  const { stated, setZone } = useStatement();
  return (
    <Checkbox
      label={t('gate.zone_known', { zone: t(`zone.${zone as 'angular_artery'}`) })}
      checked={stated.zones.includes(zone)}
      onChange={(event) => setZone(zone, event.currentTarget.checked)}
    />
  );
}

function NotBefore({ line: { day, isOpen } }: { line: GateLine }) {
  const { t } = useTranslation('studio');
  const { longDay } = useFormat();
  const { state } = useStatement();
  if (!day || !isOpen) return null;
  return (
    <Button size="xs" onClick={() => state({ not_before: day })}>
      {t('gate.fix.not_before', { day: longDay(day) })}
    </Button>
  );
}

/** Removes the earliest date that the plan states for the first visit. */
function NoDay() {
  const { t } = useTranslation('studio');
  const { state } = useStatement();
  return (
    <Button size="xs" onClick={() => state({ not_before: null })}>
      {t('gate.fix.no_day')}
    </Button>
  );
}

/**
 * The fields in which the doctor notes that the patient answered the health questions elsewhere. They contain the day,
 * the channel, and the answers.
 */
function HealthNote() {
  const { t } = useTranslation('studio');
  const { stated, state, endGesture } = useStatement();
  const today = dayIn(undefined, useNow());
  const asked = stated.asked ?? { on: today, channel: 'phone' as const, text: '' };
  const set = (change: Partial<typeof asked>) => state({ asked: { ...asked, ...change } }, 'asked');
  return (
    <>
      <AskHealthButton />
      <TextArea
        label={t('gate.asked.text')}
        hint={t('gate.asked.hint')}
        rows={2}
        maxLength={SAFETY_TEXT_MAX}
        value={asked.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
        onBlur={endGesture}
      />
      <TextField
        label={t('gate.asked.on')}
        type="date"
        max={today}
        value={asked.on}
        onChange={(event) => set({ on: event.currentTarget.value })}
      />
      <Select
        label={t('gate.asked.channel')}
        value={asked.channel}
        onChange={(event) =>
          set({ channel: AskedChannels.find((each) => each === event.currentTarget.value) ?? 'phone' })
        }
      >
        {AskedChannels.map((channel) => (
          <option key={channel} value={channel}>
            {t(`gate.asked.by.${channel}`)}
          </option>
        ))}
      </Select>
    </>
  );
}

/** The doctor's statement in the review. It is part of the plan, so it is saved and undone with the plan. */
function useStatement() {
  const { draft } = useWorkspace();
  const { plan } = useDraft().content;
  const stated = plan.safety ?? nothingStated;
  const state = (change: Partial<SafetyStatement>, gesture: string | null = null) => {
    const { plan: newest } = draft.snapshot().content;
    draft.setPlan({ ...newest, safety: { ...(newest.safety ?? nothingStated), ...change } }, gesture);
  };
  return {
    stated,
    state,
    setReason(reason: SafetyStatement['reasons'][number]) {
      const others = stated.reasons.filter(({ question }) => question !== reason.question);
      state({ reasons: reason.text === '' ? others : [...others, reason] }, `reason ${reason.question}`);
    },
    setZone(zone: string, isKnown: boolean) {
      const others = stated.zones.filter((each) => each !== zone);
      state({ zones: isKnown ? [...others, zone] : others });
    },
    endGesture: () => draft.endGesture(),
  };
}
