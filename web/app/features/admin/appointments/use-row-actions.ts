import { useState } from 'react';
import type { AdminAppointment } from '#contract/appointments-admin.ts';
import { useCopyLink } from './copy-link.ts';
import { useSetStatus } from './use-set-status.ts';

type Open = { dialog: 'private' | 'offer' | 'time' | 'alternatives'; row: AdminAppointment };

/** The actions on one appointment, shared by its row, its pane and the keyboard. */
export function useRowActions(onChanged?: () => void) {
  const setStatus = useSetStatus(onChanged);
  const copyLink = useCopyLink();
  const [open, setOpen] = useState<Open>();
  const [macroFor, setMacroFor] = useState<readonly AdminAppointment[]>([]);
  return {
    setStatus,
    copyLink,
    open,
    openPrivate: (row: AdminAppointment) => setOpen({ dialog: 'private', row }),
    openOffer: (row: AdminAppointment) => setOpen({ dialog: 'offer', row }),
    openTime: (row: AdminAppointment) => setOpen({ dialog: 'time', row }),
    openAlternatives: (row: AdminAppointment) => setOpen({ dialog: 'alternatives', row }),
    close: () => setOpen(undefined),
    /** The appointments for which the administrator is choosing a macro. Their patients will get the macro. */
    macroFor,
    openMacro: setMacroFor,
  };
}

export type RowActions = ReturnType<typeof useRowActions>;
