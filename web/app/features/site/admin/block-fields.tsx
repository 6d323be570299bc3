import { Check, Plus, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { rulesOf, Shown } from '#contract/regions.ts';
import { type SiteBlock, SiteLimits, type SiteRegion, SocialNetworks, Wordings } from '#contract/site.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { changed, type Edit, type Path, valueAt } from './edit.ts';
import styles from './site-content.module.css';

export interface FieldsProps {
  edit: Edit;
  onChange: (edit: Edit) => void;
  /** The error codes of the invalid fields, by the path of the field. */
  faults: ReadonlyMap<string, string>;
  region: SiteRegion;
}

/** The kinds of fields. The kinds 'spare', 'long' and 'url' are optional. */
type Kind = 'text' | 'spare' | 'number' | 'long' | 'quote' | 'email' | 'url';

const plain: Partial<Record<SiteBlock, readonly (readonly [name: string, kind: Kind])[]>> = {
  statistics: [
    ['clinics', 'number'],
    ['doctors', 'number'],
    ['patients', 'number'],
  ],
  claims: [
    ['rating', 'text'],
    ['practitioners', 'text'],
    ['customers_home', 'text'],
    ['customers_offer', 'text'],
  ],
  contact: [
    ['organisation', 'text'],
    ['street', 'text'],
    ['postal_code', 'text'],
    ['city', 'text'],
    ['country', 'text'],
    ['email', 'email'],
    ['phone', 'text'],
    ['legal_notice', 'long'],
  ],
  seller: [
    ['name', 'text'],
    ['legal_form', 'text'],
    ['street', 'text'],
    ['postal_code', 'text'],
    ['city', 'text'],
    ['country', 'text'],
    ['registration', 'text'],
    ['vat_id', 'spare'],
    ['vat_percent', 'number'],
    ['vat_note', 'spare'],
  ],
  rights: [
    ['mediator', 'spare'],
    ['mediator_address', 'spare'],
    ['mediator_site', 'url'],
    ['privacy_contact', 'spare'],
    ['privacy_email', 'spare'],
  ],
  social: SocialNetworks.map((network) => [network, 'url'] as const),
};

/** The form of one block. */
export function BlockFields(props: FieldsProps) {
  const { block } = props.edit.content;
  return (
    <>
      <div className={styles.fields}>
        {plain[block]?.map(([name, kind]) => (
          <BlockField key={name} {...props} path={[name]} name={`${block}.${name}`} kind={kind} />
        ))}
      </div>
      {block === 'plans' && <PlanWording {...props} />}
      {block === 'claims' && <Results {...props} />}
      {block === 'testimonials' && <Testimonials {...props} />}
    </>
  );
}

interface BlockFieldProps extends FieldsProps {
  path: Path;
  /** The last part of the translation key for the label of the field. */
  name: string;
  kind: Kind;
}

function BlockField({ edit, onChange, faults, path, name, kind }: BlockFieldProps) {
  const { t, i18n } = useTranslation('content');
  const full = ['content', 'content', ...path];
  const fault = faults.get(full.join('.'));
  const value = valueAt(edit, full);
  // The names of fields are composed from the parts of the block, so TypeScript does not know the translation keys.
  const words = i18n.t as (key: string) => string;
  const shared = {
    label: words(`content:field.${name}`),
    hint: i18n.exists(`content:hint.${name}`) ? words(`content:hint.${name}`) : undefined,
    error: fault && (i18n.exists(`content:fault.${kind}`) ? words(`content:fault.${kind}`) : t('fault.text')),
    optional: kind === 'url' || kind === 'long' || kind === 'spare',
    value: value === null || value === undefined ? '' : String(value),
  };
  const put = (text: string) =>
    onChange(changed(edit, full, kind === 'number' ? (text === '' ? null : Number(text)) : text));
  if (kind === 'long' || kind === 'quote') {
    const limits = kind === 'long' ? { maxLength: SiteLimits.legal_notice } : { maxLength: SiteLimits.quote, rows: 2 };
    return <TextArea {...shared} {...limits} onChange={(event) => put(event.target.value)} />;
  }
  const type = kind === 'spare' ? 'text' : kind;
  return <TextField {...shared} type={type} onChange={(event) => put(event.target.value)} />;
}

function Results(props: FieldsProps) {
  const { t } = useTranslation('content');
  return ([0, 1, 2] as const).map((index) => (
    <Stack as="fieldset" key={index} gap={12} className={styles.group}>
      <legend>{t('result', { nth: index + 1 })}</legend>
      <div className={styles.resultFields}>
        {(['figure', 'title', 'text'] as const).map((name) => (
          <BlockField key={name} {...props} path={['results', index, name]} name={`results.${name}`} kind="text" />
        ))}
      </div>
    </Stack>
  ));
}

const nobody = { name: '', age: null, city: '', quote: '' };

function Testimonials(props: FieldsProps) {
  const { t } = useTranslation('content');
  const { edit, onChange } = props;
  const path = ['content', 'content', 'entries'];
  const entries = valueAt(edit, path) as readonly unknown[];
  return (
    <>
      {entries.map((_, index) => (
        // Entries have no id, so they are identified by position.
        <Stack as="fieldset" key={index} gap={12} className={styles.group}>
          <legend>{t('testimonial', { nth: index + 1 })}</legend>
          {entries.length > 1 && (
            <IconButton
              className={styles.remove}
              icon={Trash2}
              label={t('testimonial.remove', { nth: index + 1 })}
              onClick={() =>
                onChange(
                  changed(
                    edit,
                    path,
                    entries.filter((_entry, other) => other !== index),
                  ),
                )
              }
            />
          )}
          <div className={styles.personFields}>
            <BlockField {...props} path={['entries', index, 'name']} name="entries.name" kind="text" />
            <BlockField {...props} path={['entries', index, 'age']} name="entries.age" kind="number" />
            <BlockField {...props} path={['entries', index, 'city']} name="entries.city" kind="text" />
          </div>
          <BlockField {...props} path={['entries', index, 'quote']} name="entries.quote" kind="quote" />
        </Stack>
      ))}
      {entries.length < SiteLimits.testimonials && (
        <Button size="s" onClick={() => onChange(changed(edit, path, [...entries, nobody]))}>
          <Icon as={Plus} size="s" />
          {t('testimonial.add')}
        </Button>
      )}
    </>
  );
}

const PATH = ['content', 'content', 'wording'];

/**
 * Chooses the wording of the plans for visitors of the region. The region's rules for this wording are listed below the
 * choice.
 */
function PlanWording({ edit, onChange, region }: FieldsProps) {
  const { t } = useTranslation('content');
  const { show } = rulesOf(region);
  const wording = Wordings.find((one) => one === valueAt(edit, PATH)) ?? 'specified';
  return (
    <>
      <SegmentedControl
        label={t('field.plans.legend')}
        size="s"
        wraps
        value={wording}
        options={Wordings.map((value) => ({ value, label: t(`field.plans.${value}`) }))}
        onChange={(value) => onChange(changed(edit, PATH, value))}
      />
      <Stack as="section" gap={12} className={styles.group} aria-labelledby="plan-rules">
        <h3 className="title" id="plan-rules">
          {t('plans.rules')}
        </h3>
        <Stack as="dl" gap={12} className={styles.rules}>
          {Shown.map((kind) => (
            <div key={kind}>
              <dt>
                <Icon
                  as={show[kind].may ? Check : X}
                  size="s"
                  label={t(show[kind].may ? 'plans.may' : 'plans.mayNot')}
                />
                {t(`plans.rule.${kind}`)}
              </dt>
              <dd className="small muted">{show[kind].source}</dd>
            </div>
          ))}
        </Stack>
      </Stack>
    </>
  );
}
