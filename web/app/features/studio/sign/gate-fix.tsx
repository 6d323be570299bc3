import { useTranslation } from 'react-i18next';
import { SAFETY_TEXT_MAX } from '#contract/safety.ts';
import { isTreatmentName } from '#engine/recipe.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import type { GateLine } from './gate-lines.ts';
import { HealthNote } from './health-note.tsx';
import { type Marking, PictureMarks } from './picture-marks.tsx';
import type { Fix } from './use-fix.ts';
import { useStatement } from './use-statement.ts';

interface Props {
  line: GateLine;
  onFix: (fix: Fix) => void;
  /** Opens the first image that the doctor has not seen. The function is undefined while there are no images. */
  onSee: (() => void) | undefined;
  marking: Marking;
}

/**
 * The control that settles one line of the review. It is a field, a checkbox, or a button that opens the control in the
 * workspace.
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
    case 'health_untold':
      return <HealthNote />;
    case 'contraindicated':
      return toTreatment
        ? goTo(t('gate.fix.take_out'), { tab: 'treatment', treatment: toTreatment })
        : goTo(t('gate.fix.plan'), { tab: 'plan' });
    case 'reason_missing':
      return <Reason question={about as 'herpes'} />;
    case 'dose_area':
      return goTo(t('gate.fix.dose'), { tab: 'treatment', treatment: about });
    case 'dose_map':
      return goTo(t('gate.fix.map'), { tab: 'plan', points: about });
    case 'dose_session':
      return goTo(t('gate.fix.dose'), { tab: 'treatment' });
    case 'interval_course':
      return goTo(t('gate.fix.interval'), { tab: 'plan' });
    case 'interval_since':
      return <NotBefore line={line} />;
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

function Reason({ question }: { question: Parameters<ReturnType<typeof useStatement>['setReason']>[0] }) {
  const { t } = useTranslation('studio');
  const { stated, setReason, endGesture } = useStatement();
  return (
    <TextArea
      label={t('gate.reason')}
      hint={t('gate.reason_hint')}
      rows={2}
      maxLength={SAFETY_TEXT_MAX}
      value={stated.reasons.find((reason) => reason.question === question)?.text ?? ''}
      onChange={(event) => setReason(question, event.currentTarget.value)}
      onBlur={endGesture}
    />
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

function NotBefore({ line: { day = '', isOpen } }: { line: GateLine }) {
  const { t } = useTranslation('studio');
  const { longDay } = useFormat();
  const { stated, state } = useStatement();
  if (!isOpen) return <p>{t('gate.not_before', { day: longDay(stated.not_before ?? day) })}</p>;
  return (
    <Button size="xs" onClick={() => state({ not_before: day })}>
      {t('gate.fix.not_before', { day: longDay(day) })}
    </Button>
  );
}
