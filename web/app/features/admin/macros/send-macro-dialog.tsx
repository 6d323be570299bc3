import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Macro } from '#contract/appointments-admin.ts';
import { api, call } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from '../appointments/refresh.ts';
import { MacroChoices } from './macro-choices.tsx';
import { MacroPreview, textsOf } from './macro-preview.tsx';
import { peopleIn } from './previewed-texts.tsx';
import { useOneAtATime } from './use-one-at-a-time.ts';

interface Props {
  appointmentIds: readonly string[];
  /**
   * Copies the text into the answer field, where it can be edited. A text for several appointments cannot be edited.
   */
  onEdit?: ((body: string) => void) | undefined;
  onSent?: (() => void) | undefined;
  onClose: () => void;
}

/** Lists the macros to choose from, shows the text of the chosen macro for each patient, and sends it. */
export function SendMacroDialog({ appointmentIds, onEdit, onSent, onClose }: Props) {
  const { t } = useTranslation(['macros', 'ui']);
  const sending = useSending(appointmentIds, () => {
    onSent?.();
    onClose();
  });
  const { macro, preview, texts, changed, isPending } = sending;
  const [written] = [...(preview.data?.recipients ?? []), ...(preview.data?.left_out ?? [])];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDismissable={!isPending}
      step={macro?.id ?? 'choose'}
      title={macro ? macro.name : t('choose.title')}
      lead={t('choose.lead', { count: sending.ids.length })}
      footer={
        macro && (
          <>
            <Button variant="quiet" size="s" disabled={isPending} onClick={() => sending.choose(undefined)}>
              {t('back')}
            </Button>
            {onEdit && written && (
              <Button
                size="s"
                disabled={isPending}
                onClick={() => {
                  onEdit(written.body);
                  onClose();
                }}
              >
                {t('edit.first')}
              </Button>
            )}
            {texts.length > 0 && (
              <Button variant="ink" size="s" busy={isPending} onClick={sending.send}>
                {t('send', { count: peopleIn(texts) })}
              </Button>
            )}
          </>
        )
      }
    >
      {!macro && <MacroChoices onChoose={sending.choose} />}
      {macro && preview.data && (
        <MacroPreview data={preview.data} texts={texts} changed={changed} sent={sending.sent} />
      )}
      {macro && preview.isPending && <SkeletonRows rows={4} />}
      {macro && preview.isError && !preview.data && (
        <ErrorState
          title={t('preview.failed')}
          error={preview.error}
          onRetry={() => void preview.refetch()}
          busy={preview.isFetching}
        />
      )}
    </Dialog>
  );
}

/**
 * Loads the texts exactly as they would be sent. The query has its own key, so that live events do not replace a text
 * that someone is reading. The service refuses rows that have changed since the preview.
 */
const useMacroPreview = (macroId: string | undefined, ids: readonly string[]) =>
  useQuery({
    queryKey: ['macro preview', macroId, ids],
    queryFn: () => call.appointmentsAdmin.adminPreviewMacro({ macro_id: macroId ?? '', appointment_ids: [...ids] }),
    enabled: macroId !== undefined,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  });

/** Sends the macro. If rows are refused because they have changed, the dialog shows them again with their new text. */
function useSending(appointmentIds: readonly string[], onDone: () => void) {
  const { t } = useTranslation('macros');
  const errorText = useErrorText();
  const [macro, setMacro] = useState<Macro>();
  const [ids, setIds] = useState(appointmentIds);
  const [changed, setChanged] = useState<string[]>([]);
  const [sent, setSent] = useState(0);
  // The idempotency key stays the same until a call succeeds, so a second click or attempt does not send the macro
  // twice.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const once = useOneAtATime();
  const preview = useMacroPreview(macro?.id, ids);
  const texts = preview.data ? textsOf(preview.data) : [];
  const { mutate, isPending } = useMutation(
    api.appointmentsAdmin.adminSendMacro.mutationOptions({
      onSuccess: ({ sent, refused }) => {
        setKey(crypto.randomUUID());
        if (refused.length === 0) {
          toast({ kind: 'success', title: t('sent', { count: sent.length }) });
          return onDone();
        }
        // The dialog itself shows the result, because a toast would cover its buttons on a phone.
        setSent(sent.length);
        const left = refused.map(({ appointment_id }) => appointment_id);
        setChanged(texts.filter(({ id }) => left.includes(id)).map(({ name, number }) => `${name}, ${number}`));
        setIds(left);
        void preview.refetch();
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: () => {
        once.over();
        return refreshAdmin();
      },
    }),
  );
  return {
    macro,
    ids,
    preview,
    texts,
    changed,
    sent,
    isPending,
    choose(next: Macro | undefined) {
      setMacro(next);
      setChanged([]);
      setKey(crypto.randomUUID());
    },
    send() {
      if (!macro || !preview.data || isPending) return;
      const rows = preview.data.recipients.map(({ appointment_id, version }) => ({ appointment_id, version }));
      once.run(() => mutate({ macro_id: macro.id, rows, idempotency_key: key }));
    },
  };
}
