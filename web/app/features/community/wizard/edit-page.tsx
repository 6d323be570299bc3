import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Channel } from '#contract/community/channels.ts';
import { CommunityLimits } from '#contract/community/terms.ts';
import { api, call } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { useAskBeforeLeaving } from '#web/lib/unsent-text.ts';
import { useKeptState } from '#web/lib/unsent-value.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ChoiceGroup } from '#web/ui/chip-group.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { ChannelInfo, ChannelNumbers } from '../channel/channel-info.tsx';
import { ChannelFault } from '../channel/channel-state.tsx';
import { channelPath } from '../parts/links.ts';
import type { Picture } from './community-form.ts';
import { PictureField } from './picture-field.tsx';
import { RulesField } from './rules-field.tsx';
import { basedOn, type Edit, type Settings, settingsOf, typed, withoutConflicts } from './settings-edit.ts';
import { ThemeChips } from './theme-chips.tsx';
import { VisibilityChoice } from './visibility-step.tsx';
import styles from './wizard.module.css';

const EndingSection = lazy(() => import('../channel/ending-section.tsx'));

export function EditCommunityPage({ slug }: { slug: string }) {
  const { t } = useTranslation(['community', 'community-wizard', 'ui']);
  const locale = useLocale();
  const query = useQuery(
    api.community.getChannel.queryOptions({ input: { slug }, refetchOnWindowFocus: false, refetchOnReconnect: false }),
  );
  if (query.data?.can_edit) return <EditForm key={query.data.id} channel={query.data} />;
  return (
    <main id="content" className={styles.state}>
      {query.isPending ? (
        <p role="status">{t('ui:loading')}</p>
      ) : query.data ? (
        <EmptyState
          title={t('edit.denied', { slug })}
          action={
            <LinkButton to={inLanguage(channelPath(slug), locale)} size="s">
              {t('edit.toCommunity')}
            </LinkButton>
          }
        />
      ) : (
        <ChannelFault query={query} />
      )}
    </main>
  );
}

/** The rules as the service stores them. */
const withoutBlank = (rules: readonly string[]): string[] => rules.map((rule) => rule.trim()).filter(Boolean);

/** The texts as the service stores them. */
const trimmed = <T extends StoredPart>(part: T): T => ({
  ...part,
  ...(part.name !== undefined && { name: part.name.trim() }),
  ...(part.description !== undefined && { description: part.description.trim() }),
});

type StoredPart = Partial<Omit<Settings, 'banner' | 'icon'>>;

/**
 * Sends only what the person changed, so that the save keeps what colleagues changed in the meantime. The service
 * refuses to change a field if a colleague has changed the same field since the form showed it. `onStored` is called
 * after each step, because a later step may fail.
 */
async function send(channel: Channel, { changes, seen }: Edit, onStored: (stored: StoredPart) => void) {
  const { is_on_web, themes, banner, icon, rules, ...texts } = changes;
  const { name, description, visibility, join_policy } = seen;
  const channel_id = channel.id;
  if (rules || Object.keys(texts).length > 0) {
    const kept = trimmed({ ...texts, ...(rules && { rules: withoutBlank(rules) }) });
    const was = { name, description, visibility, join_policy, rules: seen.rules && withoutBlank(seen.rules) };
    await call.community.updateChannel({ channel_id, ...kept, was });
    // A community that changes its visibility is no longer on the web.
    onStored({ ...kept, ...(kept.visibility && { is_on_web: false }) });
  }
  // Only an open community can be on the web. For any other community, the setting for the web stays unchanged.
  if (channel.can_end && is_on_web !== undefined && (changes.visibility ?? channel.visibility) === 'open') {
    await call.community.setChannelOnWeb({ channel_id, is_on_web });
    onStored({ is_on_web });
  }
  if (themes) {
    await call.community.setChannelThemes({ channel_id, themes, themes_were: seen.themes });
    onStored({ themes });
  }
  if (banner !== undefined || icon !== undefined)
    await call.community.setChannelBranding({
      channel_id,
      ...(banner !== undefined && { banner_image_id: banner?.id ?? null }),
      ...(icon !== undefined && { icon_image_id: icon?.id ?? null }),
    });
}

/** The changes stay until they are saved or cancelled, even if the person visits another page in the meantime. */
function useEdit(channel: Channel) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const navigate = useNavigate();
  const [edit, setEdit] = useKeptState<Edit | undefined>(`community settings ${channel.id}`, undefined);
  useAskBeforeLeaving(edit !== undefined);
  const stored = settingsOf(channel);
  const leave = () => navigate(inLanguage(channelPath(channel.slug), locale));
  const keepStored = (part: StoredPart) => {
    const queryKey = api.community.getChannel.queryKey({ input: { slug: channel.slug } });
    queryClient.setQueryData(queryKey, (now) => now && { ...now, ...part });
    setEdit((now) => now && basedOn(now, part));
  };
  const save = useMutation({
    mutationFn: (sent: Edit) => send(channel, sent, keepStored),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: api.community.key() });
      toast({ kind: 'success', title: t('edit.saved') });
      setEdit(undefined);
      leave();
    },
  });
  return {
    form: { ...stored, ...edit?.changes },
    save,
    change: (part: Partial<Settings>) => setEdit((now) => typed(now, part, stored)),
    submit: () => (edit ? save.mutate(edit) : leave()),
    cancel: () => {
      setEdit(undefined);
      leave();
    },
    /** Shows what a colleague has saved. The person's other changes stay. */
    reload: async () => {
      const options = api.community.getChannel.queryOptions({ input: { slug: channel.slug }, staleTime: 0 });
      const fresh = await queryClient.fetchQuery(options).catch(() => undefined);
      if (!fresh) return;
      setEdit((now) => now && withoutConflicts(now, settingsOf(fresh)));
      save.reset();
    },
  };
}

function EditForm({ channel }: { channel: Channel }) {
  const { t } = useTranslation(['community', 'community-wizard', 'ui']);
  const { form, save, change, submit, cancel, reload } = useEdit(channel);
  const [uploads, setUploads] = useState(0);
  const isUploading = uploads > 0;
  const banner = form.banner === undefined ? picture(channel.banner_url) : form.banner;
  const icon = form.icon === undefined ? picture(channel.icon_url) : form.icon;
  return (
    <form
      className={styles.wizard}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending && !isUploading) submit();
      }}
    >
      <main id="content">
        <p className={styles.cap}>fl@{channel.slug}</p>
        <h1 className={styles.title}>{t('edit.title')}</h1>
        <p className={styles.lead}>{t('edit.lead')}</p>
        <Fields
          channel={channel}
          form={{ ...form, banner, icon }}
          onChange={change}
          onUploading={(more) => setUploads((count) => count + more)}
        />
        <Problem error={save.error} onReload={() => void reload()} />
        {channel.can_end && (
          <Suspense>
            <EndingSection channel={channel} />
          </Suspense>
        )}
      </main>
      <Preview channel={channel} form={{ ...form, banner, icon }} />
      <Row as="footer" gap={12} align="center" className={styles.foot}>
        <Button variant="quiet" size="s" onClick={cancel}>
          {t('cancel')}
        </Button>
        <p className={styles.note} />
        <Button
          type="submit"
          variant="primary"
          size="s"
          busy={save.isPending || isUploading}
          saving={save.isPending}
          busyLabel={isUploading ? t('editor.image.uploading') : undefined}
        >
          {t('edit.save')}
        </Button>
      </Row>
    </form>
  );
}

function Problem({ error, onReload }: { error: Error | null; onReload: () => void }) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  if (!error) return null;
  const code = refusalOf(error)?.code;
  return (
    <Row role="alert" gap={8} align="center" wrap>
      <p className={styles.error}>{code || error instanceof TypeError ? errorText(error) : t('edit.failed')}</p>
      {code === 'CHANGED_SINCE' && (
        <Button size="xs" onClick={onReload}>
          {t('edit.reload')}
        </Button>
      )}
    </Row>
  );
}

type Shown = Settings & Record<'banner' | 'icon', Picture | null>;

interface FieldsProps {
  channel: Channel;
  form: Shown;
  onChange: (part: Partial<Settings>) => void;
  onUploading: (change: number) => void;
}

function Fields({ channel, form, onChange, onUploading }: FieldsProps) {
  const { t } = useTranslation(['community', 'community-wizard']);
  return (
    <Stack gap={24}>
      <TextField
        label={t('community-wizard:nameField')}
        required={false}
        maxLength={CommunityLimits.name.max}
        value={form.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        label={t('community-wizard:descriptionField')}
        required={false}
        rows={4}
        maxLength={CommunityLimits.description.max}
        value={form.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <div>
        <p className={styles.legend}>{t('edit.visibility')}</p>
        <VisibilityChoice
          value={form.visibility}
          present={channel.visibility}
          onChange={(visibility) => onChange({ visibility })}
        />
        {channel.can_end && form.visibility === 'open' && (
          <Checkbox
            label={t('edit.web')}
            hint={t('edit.web.text')}
            checked={form.is_on_web}
            onChange={(event) => onChange({ is_on_web: event.target.checked })}
          />
        )}
      </div>
      <ChoiceGroup
        legend={t('edit.joining')}
        value={form.join_policy}
        choices={[
          { value: 'open', label: t('edit.joining.open'), hint: t('edit.joining.open.text') },
          { value: 'request', label: t('edit.joining.request'), hint: t('edit.joining.request.text') },
        ]}
        onChange={(join_policy) => onChange({ join_policy })}
      />
      <PictureField
        kind="banner"
        picture={form.banner}
        channelId={channel.id}
        onChange={(next) => onChange({ banner: next })}
        onUploading={onUploading}
      />
      <PictureField
        kind="icon"
        picture={form.icon}
        channelId={channel.id}
        onChange={(next) => onChange({ icon: next })}
        onUploading={onUploading}
      />
      <ThemeChips themes={form.themes} onChange={(themes) => onChange({ themes })} />
      <RulesField rules={form.rules} onChange={(rules) => onChange({ rules })} />
    </Stack>
  );
}

function Preview({ channel, form }: { channel: Channel; form: Shown }) {
  const { t } = useTranslation(['community', 'community-wizard']);
  return (
    <aside className={styles.preview}>
      <p className={styles.cap}>{t('community-wizard:preview')}</p>
      <ChannelInfo
        isRaised
        themesShown={12}
        channel={{
          ...form,
          slug: channel.slug,
          banner_url: form.banner?.url ?? null,
          icon_url: form.icon?.url ?? null,
        }}
      >
        <ChannelNumbers members={channel.members_count} online={channel.online_count} created={channel.created_at} />
      </ChannelInfo>
    </aside>
  );
}

const picture = (url: string | null): Picture | null => (url ? { id: '', url } : null);
