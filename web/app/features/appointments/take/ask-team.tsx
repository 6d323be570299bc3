import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ServiceAct } from '#contract/appointments.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import type { RequestForm } from '../request-form.ts';
import { useRequest } from '../use-request.ts';

const RequestDialog = onDemand(async () => (await import('../request-dialog.tsx')).RequestDialog);

interface Props extends ButtonLook {
  /** The initial values of the form, from the choices that the patient has already made. */
  begin?: Partial<Omit<RequestForm, 'treatment'>> & { treatment?: ServiceAct };
}

/**
 * A button that opens a request to the team. Patients use it if they cannot book the service or the time that they
 * want. The form starts with the choices that the patient has already made.
 */
export function AskTeam({ begin, variant = 'line', size = 's' }: Props) {
  const { t } = useTranslation('appointment-times');
  const navigate = useNavigate();
  const locale = useLocale();
  const [isAsking, setIsAsking] = useState(false);
  // Patients cannot request a consultation from the team, because the treatment is agreed with a doctor only during the
  // consultation. The request therefore names 'Other' as the treatment.
  const { treatment: act, ...known } = begin ?? {};
  const treatment = act === 'Consultation' ? 'Other' : act;
  const request = useRequest(() => void navigate(inLanguage('/dashboard#appointments', locale)), {
    ...known,
    ...(treatment && { treatment }),
  });
  return (
    <>
      <Button size={size} variant={variant} onClick={() => setIsAsking(true)}>
        {t('ask')}
      </Button>
      {isAsking && <RequestDialog onClose={() => setIsAsking(false)} request={request} />}
    </>
  );
}
