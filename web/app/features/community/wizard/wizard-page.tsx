import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ThemeCatalogue, type ThemeGroup } from '#contract/community/themes.ts';
import { api, call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { toast } from '#web/ui/toast.ts';
import { ChannelInfo } from '../channel/channel-info.tsx';
import { storedValue } from '../local/stored-value.ts';
import { useAttempts } from '../parts/attempts.ts';
import { channelPath } from '../parts/links.ts';
import { useThemes } from '../parts/theme-name.ts';
import { type CommunityForm, emptyForm, faultsOf, slugOf } from './community-form.ts';
import { NameStep } from './name-step.tsx';
import { PictureField } from './picture-field.tsx';
import { VisibilityStep } from './visibility-step.tsx';
import styles from './wizard.module.css';

const steps = ['name', 'pictures', 'themes', 'visibility'] as const;

/** The stored form. The device stores it until the community exists, so closing the page loses nothing. */
const kept = storedValue(
  'fl.community.wizard',
  (found): CommunityForm => (typeof found === 'object' && found !== null ? { ...emptyForm, ...found } : emptyForm),
  { isOwn: true },
);

/** The form for a new community in four steps, with the community's card beside them. */
export function WizardPage() {
  const { t } = useTranslation(['community', 'community-wizard']);
  const { form, change } = useKeptForm();
  const { create, error } = useCreate(() => kept.write(emptyForm));
  const isValid = faultsOf(form).length === 0;
  const [step, setStep] = useStep(isValid);
  const name = steps[step] ?? 'name';
  const isLast = step === steps.length - 1;
  const [uploads, setUploads] = useState(0);
  // The founder may go on to the next step while an image is being uploaded. The last step waits for the upload,
  // because the image is added directly after the community is created.
  const isWaiting = isLast && uploads > 0;
  const heading = useFocusOnChange(step);

  const goOn = () => {
    if (!isValid) return;
    if (isLast) create.mutate(form);
    else setStep(step + 1);
  };
  return (
    <form
      className={styles.wizard}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending && !isWaiting) goOn();
      }}
    >
      <main id="content">
        <Progress step={step} />
        <p className={styles.cap}>{t('community-wizard:step', { step: step + 1, of: steps.length })}</p>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {t(`community-wizard:${name}.title`)}
        </h1>
        <p className={styles.lead}>{t(`community-wizard:${name}.lead`, { slug: form.slug || slugOf(form.name) })}</p>
        <Step name={name} form={form} onChange={change} onUploading={(more) => setUploads((count) => count + more)} />
        {error && (
          <p role="alert" className={styles.error}>
            {t('community-wizard:error', { message: error })}
          </p>
        )}
      </main>
      <Preview form={form} />
      <Row as="footer" gap={12} align="center" className={styles.foot}>
        {step > 0 && (
          <Button variant="quiet" size="s" onClick={() => setStep(step - 1)} disabled={create.isPending}>
            <Icon as={ArrowLeft} size="s" />
            {t('community-wizard:back')}
          </Button>
        )}
        <p className={styles.note}>{form.name !== '' && t('community-wizard:kept', { count: form.themes.length })}</p>
        <Button
          type="submit"
          variant="primary"
          size="s"
          disabled={!isValid}
          busy={create.isPending || isWaiting}
          saving={create.isPending}
          busyLabel={isWaiting ? t('editor.image.uploading') : t('community-wizard:creating')}
        >
          {isLast
            ? t('community-wizard:create')
            : t('community-wizard:next', { step: t(`community-wizard:${steps[step + 1] ?? 'name'}`) })}
        </Button>
      </Row>
    </form>
  );
}

/**
 * Returns the current step. The address contains the step, so it survives a reload, and the Back button returns to the
 * previous step. Later steps are available only if the first step is valid.
 */
function useStep(isValid: boolean) {
  const [params, put] = useQueryParams();
  const asked = steps.findIndex((one) => one === params.get('step'));
  const step = isValid && asked > 0 ? asked : 0;
  return [step, (next: number) => put({ step: steps[next] ?? null }, { replace: false })] as const;
}

function useKeptForm() {
  const [form, setForm] = useState(kept.read);
  // The founder may have changed the form while an image was being sent, so the image is added to the latest form.
  const latest = useRef(form);
  return {
    form,
    change(part: Partial<CommunityForm>) {
      latest.current = { ...latest.current, ...part };
      setForm(latest.current);
      kept.write(latest.current);
    },
  };
}

function useFocusOnChange(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, [step]);
  return heading;
}

interface StepProps {
  name: (typeof steps)[number];
  form: CommunityForm;
  onChange: (part: Partial<CommunityForm>) => void;
  onUploading: (change: number) => void;
}

function Step({ name, form, onChange, onUploading }: StepProps) {
  if (name === 'name') return <NameStep form={form} onChange={onChange} />;
  if (name === 'pictures') return <PicturesStep form={form} onChange={onChange} onUploading={onUploading} />;
  if (name === 'themes') return <ThemesStep themes={form.themes} onChange={(themes) => onChange({ themes })} />;
  return <VisibilityStep form={form} onChange={onChange} />;
}

function PicturesStep({ form, onChange, onUploading }: Omit<StepProps, 'name'>) {
  return (
    <Stack gap={24}>
      <PictureField
        kind="banner"
        picture={form.banner}
        onChange={(banner) => onChange({ banner })}
        onUploading={onUploading}
      />
      <PictureField kind="icon" picture={form.icon} onChange={(icon) => onChange({ icon })} onUploading={onUploading} />
    </Stack>
  );
}

interface ThemesProps {
  themes: readonly string[];
  onChange: (themes: string[]) => void;
}

const themeGroups = Object.entries(ThemeCatalogue) as [ThemeGroup, readonly string[]][];

/** The step with the themes. There are seven groups, and the founder may choose any number. */
function ThemesStep({ themes, onChange }: ThemesProps) {
  const { t } = useTranslation('community');
  const { nameOf } = useThemes();
  const toggle = (theme: string) =>
    onChange(themes.includes(theme) ? themes.filter((one) => one !== theme) : [...themes, theme]);
  return (
    <>
      {themeGroups.map(([group, items]) => (
        <section key={group} className={styles.group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{t(`themes.${group}`)}</h2>
          <Row gap={8} wrap className={styles.pick}>
            {items.map((theme) => (
              <button key={theme} type="button" aria-pressed={themes.includes(theme)} onClick={() => toggle(theme)}>
                {themes.includes(theme) && <Icon as={Check} size="s" />}
                {nameOf(theme)}
              </button>
            ))}
          </Row>
        </section>
      ))}
    </>
  );
}

function Progress({ step }: { step: number }) {
  const { t } = useTranslation(['community', 'community-wizard']);
  return (
    <ol className={styles.steps} aria-label={t('community-wizard:progress')}>
      {steps.map((name, index) => (
        <li key={name} data-done={index < step || undefined} aria-current={index === step ? 'step' : undefined}>
          {index < step && <Icon as={Check} size="s" />}
          <span>{t(`community-wizard:${name}`)}</span>
        </li>
      ))}
    </ol>
  );
}

function Preview({ form }: { form: CommunityForm }) {
  const { t } = useTranslation(['community', 'community-wizard']);
  const slug = form.slug || slugOf(form.name);
  const channel = {
    ...form,
    slug: slug || '…',
    banner_url: form.banner?.url ?? null,
    icon_url: form.icon?.url ?? null,
  };
  return (
    <aside className={styles.preview}>
      <p className={styles.cap}>{t('community-wizard:preview')}</p>
      <ChannelInfo channel={channel} isRaised themesShown={12} figures={t('community-wizard:preview.numbers')} />
      <p className={styles.address}>/community/f/{channel.slug}</p>
    </aside>
  );
}

/**
 * Creates the community, and then adds its images. If only the images fail, the community exists, and the founder can
 * add them on the edit page.
 */
function useCreate(onCreated: () => void) {
  const { t } = useTranslation(['community', 'community-wizard']);
  const locale = useLocale();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { attempts, attemptError } = useAttempts();
  const create = useMutation({
    mutationFn: async ({ name, slug, description, themes, visibility, banner, icon }: CommunityForm) => {
      const made = await call.community.createChannel({
        name,
        description,
        visibility,
        themes,
        slug: slug || undefined,
        idempotency_key: attempts.key,
      });
      if (banner || icon)
        await call.community
          .setChannelBranding({ channel_id: made.channel_id, banner_image_id: banner?.id, icon_image_id: icon?.id })
          .catch((error: unknown) =>
            toast({ kind: 'error', title: t('community-wizard:noPictures'), text: errorText(error) }),
          );
      return made;
    },
    onSuccess: ({ slug }) => {
      onCreated();
      void queryClient.invalidateQueries({ queryKey: api.community.key() });
      navigate(inLanguage(`${channelPath(slug)}?created=1`, locale));
    },
    onError: (failure) => {
      if (attempts.failed(failure)) void queryClient.invalidateQueries({ queryKey: api.community.key() });
    },
  });
  return { create, error: create.error ? attemptError(create.error) : undefined };
}
