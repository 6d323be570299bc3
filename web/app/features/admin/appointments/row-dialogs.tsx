import { SendMacroDialog } from '../macros/send-macro-dialog.tsx';
import { AlternativesDialog } from './alternatives-dialog.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { PrivateDialog } from './private-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { TimeDialog } from './time-dialog.tsx';
import type { RowActions } from './use-row-actions.ts';

interface Props {
  actions: RowActions;
  /** Called when the macro was sent to all chosen patients. */
  onSent: () => void;
}

/** The dialogs of all actions on appointments, for the list and the inbox. */
export function RowDialogs({ actions, onSent }: Props) {
  const { open, close, setStatus, macroFor } = actions;
  return (
    <>
      <ReasonDialog setStatus={setStatus} />
      {macroFor.length > 0 && (
        <SendMacroDialog
          appointmentIds={macroFor.map(({ id }) => id)}
          onSent={onSent}
          onClose={() => actions.openMacro([])}
        />
      )}
      {open?.dialog === 'private' && <PrivateDialog row={open.row} onClose={close} />}
      {open?.dialog === 'offer' && <OfferDialog row={open.row} onClose={close} />}
      {open?.dialog === 'alternatives' && <AlternativesDialog row={open.row} onClose={close} />}
      {open?.dialog === 'time' && <TimeDialog row={open.row} onClose={close} />}
    </>
  );
}
