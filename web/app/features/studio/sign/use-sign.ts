import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { GivenProof, SigningKeys } from '#contract/signing.ts';
import { api, call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { ownZone } from '#web/lib/zoned.ts';
import { inLanguage } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import { isStored, type Shown } from './shown.ts';

const explained = [
  'SEAL_MISMATCH',
  'RENDERINGS_INCOMPLETE',
  'PLAN_INCOMPLETE',
  'CASE_TAKEN',
  'CASE_NOT_OPEN',
  'DRAFT_OUTDATED',
  'GATES_OPEN',
  'CLINICAL_DATASET_OUTDATED',
  'SIGNATURE_UNCONFIRMED',
] as const;
export type SignFailure = (typeof explained)[number] | 'CHANGED' | 'connection';

/** Thrown if the service does not have what the review shows. */
class NotTheSame extends Error {}

function failureOf(error: unknown): SignFailure {
  if (error instanceof NotTheSame) return 'CHANGED';
  const code = refusalOf(error)?.code;
  return explained.find((each) => each === code) ?? 'connection';
}

/** Returns the most urgent case on which the doctor can work now. */
const findNext = () =>
  call.simulation.listStudioCases({ filter: 'workable', limit: 1 }).then(
    ({ rows }) => rows[0],
    () => undefined,
  );

/** Signs the case. All clicks and retries of one review share an idempotency key, so the case is signed only once. */
export function useSign() {
  const { t } = useTranslation('studio');
  const { studioCase, draft } = useWorkspace();
  const locale = useLocale();
  const navigate = useNavigate();
  const [idempotency_key] = useState(() => crypto.randomUUID());
  const mutation = useMutation(api.simulation.signAndPublish.mutationOptions());
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<SignFailure | null>(null);
  const [step, setStep] = useState<(Sealed & { keys: SigningKeys }) | null>(null);
  // Two clicks can happen before React has drawn the busy button.
  const isUnderWay = useRef(false);

  async function offerNext() {
    const next = await findNext();
    const open = async () => {
      if (!next) return;
      await call.simulation.takeCase({ case_id: next.id }).catch(() => {});
      await navigate(inLanguage(`/studio/cases/${next.id}`, locale));
    };
    toast({
      kind: 'success',
      title: t('signed', { number: studioCase.number }),
      text: t('signed_text'),
      ...(next && { action: { label: t('signed_next', { number: next.number }), run: () => void open() } }),
    });
  }

  const fail = (error: unknown) => {
    isUnderWay.current = false;
    setBusy(false);
    setFault(failureOf(error));
    // The patient may have given new answers in the meantime, and a second window may have changed the draft. The review
    // then shows the newest content, and the doctor must declare again.
    void queryClient.invalidateQueries({ queryKey: api.care.getCaseBackground.key() });
    void queryClient.invalidateQueries({ queryKey: api.simulation.getStudioCase.key() });
  };

  async function send({ version, seal }: Sealed, proof: GivenProof) {
    const of = { case_id: studioCase.id, idempotency_key };
    setStep(null);
    try {
      await mutation.mutateAsync({ ...of, version, seal, proof, time_zone: ownZone() });
    } catch (error) {
      return fail(error);
    }
    draft.forgetJournal();
    await navigate(inLanguage('/studio', locale), { state: { signed: studioCase.number } });
    void queryClient.invalidateQueries({ queryKey: api.simulation.key() });
    // The page of the treatment records shows the newest signed plan.
    void queryClient.invalidateQueries({ queryKey: api.treatmentRecords.key() });
    await offerNext();
  }

  return {
    isPending: isBusy || mutation.isSuccess,
    failure: fault,
    reset: () => setFault(null),
    /** Data for the dialog that asks for the password or a first passkey. It is null while no dialog is open. */
    step,
    confirm: (proof: GivenProof) => step && void send(step, proof),
    giveUp() {
      setStep(null);
      setBusy(false);
      isUnderWay.current = false;
    },
    /**
     * Saves the newest text and signs the stored version. Fails if the service does not have exactly what the doctor
     * declared.
     */
    async run(shown: Shown) {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setBusy(true);
      setFault(null);
      try {
        const content = await sealed(studioCase.id, draft, shown);
        const keys = await call.simulation.getSigningKeys();
        const proof = keys.passkeys.length > 0 ? await askPasskey(keys, content.seal) : null;
        if (proof) await send(content, proof);
        else setStep({ ...content, keys });
      } catch (error) {
        fail(error);
      }
    },
  };
}

interface Sealed {
  version: number;
  seal: string;
}

/**
 * Asks for a passkey. Returns null if the doctor used none. The doctor must then enter the password, and a code if the
 * account needs one.
 */
async function askPasskey(keys: SigningKeys, seal: string): Promise<GivenProof | null> {
  const { signWithPasskey } = await import('./passkey.ts');
  return signWithPasskey(keys, seal).catch(() => null);
}

async function sealed(case_id: string, draft: DraftStore, shown: Shown): Promise<Sealed> {
  if (!(await draft.flush())) throw new Error('The draft could not be saved.');
  const stored = await call.simulation.getStudioCase({ case_id });
  const { content, save } = draft.snapshot();
  const { version } = save;
  if (!stored.seal || !isStored(shown, { content, version }, stored)) throw new NotTheSame();
  return { version, seal: stored.seal };
}
