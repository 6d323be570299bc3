import { OfferDialog } from './offer-dialog.tsx';
import { PrivateDialog } from './private-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { TimeDialog } from './time-dialog.tsx';
import type { RowActions } from './use-row-actions.ts';

/** The dialogs of what can be done with one appointment, from the list and from the inbox. */
export function RowDialogs({ actions }: { actions: RowActions }) {
  const { open, close, setStatus } = actions;
  return (
    <>
      <ReasonDialog setStatus={setStatus} />
      {open?.dialog === 'private' && <PrivateDialog row={open.row} onClose={close} />}
      {open?.dialog === 'offer' && <OfferDialog row={open.row} onClose={close} />}
      {open?.dialog === 'time' && <TimeDialog row={open.row} onClose={close} />}
    </>
  );
}
