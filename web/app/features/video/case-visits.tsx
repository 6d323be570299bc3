import { useMutation, useQuery } from '@tanstack/react-query';
import { Video } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoVisit } from '#contract/video.ts';
import { VIDEO_DAYS_AHEAD } from '#contract/video.ts';
import { api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ownZone, useZoned } from '#web/lib/zoned.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CancelVisit } from './cancel-visit.tsx';
import styles from './cards.module.css';

const isOver = ({ ended_at }: VideoVisit): boolean => ended_at !== null;

/** Shows the video visit of a case. The doctor in charge can plan, join or cancel it here. */
export function CaseVisits({ caseId }: { caseId: string }) {
  const { t } = useTranslation('video-doctor');
  const [plans, setPlans] = useState(false);
  const { data } = useQuery({
    ...api.video.listCaseVideoVisits.queryOptions({ input: { case_id: caseId } }),
    // Each load is recorded in the patient's log, so nothing is loaded without need.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return null;
  const next = data.find((visit) => !isOver(visit));
  if (next) return <NextVisit visit={next} />;
  return (
    <>
      <Button size="xs" onClick={() => setPlans(true)}>
        <Icon as={Video} size="s" />
        {t('plan')}
      </Button>
      {plans && <PlanVisit caseId={caseId} onClose={() => setPlans(false)} />}
    </>
  );
}

function NextVisit({ visit }: { visit: VideoVisit }) {
  const { t } = useTranslation(['video-doctor', 'video']);
  const { short } = useZoned();
  const locale = useLocale();
  const [asks, setAsks] = useState(false);
  const isOpen = useNow() >= Date.parse(visit.opens_at);
  return (
    <span className={styles.inBar}>
      <LinkButton
        size="xs"
        variant={isOpen ? 'primary' : 'line'}
        to={inLanguage(`/visit/${visit.id}`, locale)}
        reloadDocument
      >
        <Icon as={Video} size="s" />
        {isOpen && visit.is_other_there
          ? t('video-doctor:patient_waits')
          : t('video-doctor:at', { time: short(visit.planned_at, ownZone()) })}
      </LinkButton>
      {visit.state !== 'running' && (
        <Button size="xs" variant="quiet" onClick={() => setAsks(true)}>
          {t('video:cancel')}
        </Button>
      )}
      {asks && <CancelVisit visitId={visit.id} onClose={() => setAsks(false)} />}
    </span>
  );
}

/** Formats an instant as local time of this device, for example 2026-12-03T14:30. */
const wallClock = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

function PlanVisit({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const { t } = useTranslation('video-doctor');
  const errorText = useErrorText();
  const now = useNow();
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { mutate, isPending, error } = useMutation(
    api.video.planVideoVisit.mutationOptions({
      onSuccess: async (_, _sent, _before, { client }) => {
        await client.invalidateQueries({ queryKey: api.video.key() });
        onClose();
      },
    }),
  );
  return (
    <FormDialog
      title={t('plan.title')}
      lead={t('plan.lead')}
      size="s"
      action={t('plan.send')}
      busy={isPending}
      problem={error ? errorText(error) : undefined}
      onClose={onClose}
      onSubmit={() => {
        const at = new Date(typed);
        if (Number.isNaN(at.getTime())) return setMissing(true);
        mutate({ case_id: caseId, planned_at: at.toISOString() });
      }}
    >
      <TextField
        type="datetime-local"
        label={t('plan.time')}
        hint={t('plan.zone', { zone: ownZone() })}
        min={wallClock(new Date(now))}
        max={wallClock(new Date(now + VIDEO_DAYS_AHEAD * 86_400_000))}
        value={typed}
        error={isMissing ? t('plan.missing') : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setMissing(false);
        }}
      />
    </FormDialog>
  );
}
