import { type Dispatch, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusSoon } from '#web/lib/focus-soon.ts';
import { serviceNow } from '#web/lib/service-clock.ts';
import type { Draft, DraftContact } from './draft.ts';
import { focusOnFault } from './focus-on-fault.ts';
import type { FormAction } from './form-state.ts';
import { type Account, accountFaults, bannerFor, type Secrets } from './rules.ts';
import type { LeadAccess, Photos } from './lead-access.ts';
import { emailOf } from './submit.ts';
import { useSubmission } from './use-submission.ts';

/** Initially, the box for the terms is ticked, and the box for the consent is not. */
const noSecrets: Secrets = { password: '', confirm_password: '', consent: false, agreement: true };

/** Returns the state of step 7: the input, its errors, and the submission. */
export function useAccount(
  draft: Draft,
  dispatch: Dispatch<FormAction>,
  lead: LeadAccess,
  on: { done: () => void; askForPhotos: (leadId: string) => Promise<Photos> },
) {
  const { t } = useTranslation('questionnaire');
  const [secrets, setSecrets] = useState(noSecrets);
  const [hasTried, setTried] = useState(false);
  // The password is removed from memory after the submission, so a correction asks for it and for the consent again.
  const done = () => {
    setSecrets(noSecrets);
    on.done();
  };
  const { state, submit, finish, correct, keepSent, clear } = useSubmission(lead, done, on.askForPhotos);
  // A corrected birth date needs another sign-up (see `usableAccount`), so the form asks for the password again.
  const madeFor = state.earlier?.birth_date === draft.contact.birth_date ? state.earlier.email : undefined;
  const account: Account = { ...draft.contact, ...secrets, email: madeFor ?? draft.contact.email };

  const [now] = useState(() => new Date(serviceNow()));
  const found = accountFaults(account, now);
  if (madeFor !== undefined) {
    delete found.password;
    delete found.confirm_password;
  }
  const faults = hasTried ? found : {};
  const kind = bannerFor(faults);

  // The number of refused submissions. After each refusal, the first invalid field gets the focus, even if it is not
  // visible.
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0 || state.failure?.password) focusOnFault('');
  }, [refusals, state.failure]);

  return {
    state,
    finish: () => finish(state.sent?.email ?? emailOf(account), true),
    correct() {
      setTried(false);
      correct();
      focusSoon(() => document.getElementById('account-email'));
    },
    banner: state.failure?.banner ?? (kind && t(`banner.${kind}`)),
    clear() {
      setTried(false);
      clear();
    },
    async submit() {
      setTried(true);
      clear();
      if (Object.keys(found).length > 0) return setRefusals((count) => count + 1);
      const { dialCodeOf } = await import('./countries.ts');
      await submit(draft.answers, account, dialCodeOf(account.country));
    },
    step: {
      account,
      faults,
      passwordFault: state.failure?.password,
      madeFor,
      isCorrecting: state.sent !== null,
      sentTo: state.mayKeepSent && state.status !== 'submitting' ? state.sent?.email : undefined,
      onKeepSent() {
        setSecrets(noSecrets);
        keepSent();
      },
      onContact: (contact: Partial<DraftContact>) => dispatch({ type: 'entered', contact }),
      onSecret: (some: Partial<Secrets>) => setSecrets((before) => ({ ...before, ...some })),
    },
  };
}
