import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#web/lib/session.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { AuthFrame, type Frame } from './auth-frame.tsx';
import { CodeForm } from './code-form.tsx';
import { Notice } from './notice.tsx';
import { PROFESSIONAL } from './professional.ts';
import { ProfessionalRefused } from './professional-button.tsx';
import { ResetForm } from './reset-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useAfterSignIn } from './use-after-sign-in.ts';
import { useSearch } from './use-search.ts';

type View = 'signin' | 'signup' | 'reset' | 'code';

export function LoginScreen(frame: Frame) {
  const { t } = useTranslation('identity');
  const search = useSearch();
  const isLocked = search.get('lock') === '1';
  const wanted = viewOf(search.get('mode'));
  const [chosen, setView] = useState<View>();
  const [email, setEmail] = useState('');
  const [isCreated, setCreated] = useState(false);
  const byProvider = search.get('by') === PROFESSIONAL;
  useLeaveWhenSignedIn();

  const asked = chosen ?? wanted;
  const view = isLocked && asked === 'signup' ? 'signin' : asked;
  const signIn = (
    <SignInForm
      email={email}
      onEmail={setEmail}
      onForgot={() => setView('reset')}
      onSecondFactor={() => setView('code')}
    />
  );
  const created = () => {
    setCreated(true);
    setView('signin');
  };

  return (
    <AuthFrame title={t(`login.title.${view}`)} {...frame}>
      {isLocked && asked === 'signup' && <Notice>{t('login.locked')}</Notice>}
      {search.has('error') &&
        view === 'signin' &&
        (byProvider ? <ProfessionalRefused /> : <Notice>{t('login.link_expired')}</Notice>)}
      {isCreated && view === 'signin' && <Notice tone="calm">{t('signup.check_email')}</Notice>}
      {view === 'reset' && <ResetForm email={email} onEmail={setEmail} onBack={() => setView('signin')} />}
      {view === 'code' && <CodeForm onRestart={() => setView('signin')} />}
      {(view === 'signin' || view === 'signup') && (
        <Tabs<View>
          label={t('login.tabs')}
          selected={view}
          onSelect={setView}
          tabs={[
            { key: 'signin', title: t('login.tab.signin'), content: signIn },
            ...(isLocked
              ? []
              : [
                  {
                    key: 'signup' as const,
                    title: t('login.tab.signup'),
                    content: <SignUpForm email={email} onEmail={setEmail} onCreated={created} />,
                  },
                ]),
          ]}
        />
      )}
    </AuthFrame>
  );
}

/** Redirects a person who is already signed in. */
function useLeaveWhenSignedIn() {
  const { user } = useSession();
  const leave = useAfterSignIn();
  const isSignedIn = user !== null;
  useEffect(() => {
    if (isSignedIn) void leave();
  }, [isSignedIn, leave]);
}

const viewOf = (mode: string | null): View => (mode === 'signup' || mode === 'reset' ? mode : 'signin');
