import { BadgeCheck, type LucideIcon } from 'lucide-react';
import { Icon } from '#web/ui/icon.tsx';
import author from '../parts/author.module.css';
import letter from '../parts/letter.module.css';

/** Returns the attribute that lists the attributes which the service fills in: `name:path name:path`. */
export const put = (marks: string) => ({ 'data-put': marks });

/** A community's sign, as `Letter` draws it. */
export function Sign({ size = 's' }: { size?: 's' | 'l' }) {
  const look = size === 'l' ? `${letter.letter} ${letter.large}` : letter.letter;
  return (
    <>
      <img className={look} alt="" width={44} height={44} data-if="channel_icon" {...put('src:channel_icon')} />
      <span
        className={look}
        aria-hidden="true"
        data-unless="channel_icon"
        {...put('data-letter:channel_letter data-tint:channel_tint')}
      />
    </>
  );
}

/** A person's initials, as `Initials` draws them. */
export const Person = () => (
  <span
    className={`${letter.person} ${letter.personLarge}`}
    aria-hidden="true"
    {...put('data-letter:author_initials')}
  />
);

/** The author, and whether their registration was checked, as `Author` shows them. */
export function By({ isStrong }: { isStrong?: boolean }) {
  return (
    <>
      <a className={author.name} data-strong={isStrong || undefined} data-if="author_name" {...put('href:author_path')}>
        <bdi data-fill="author_name">…</bdi>
      </a>
      <span className={author.role} data-kind="practitioner" data-if="speciality">
        <Icon as={BadgeCheck} size="s" />
        <span data-fill="speciality" />
      </span>
    </>
  );
}

/** Looks like a button. The real button replaces it after the scripts have run. */
export const Act = ({ as: drawing }: { as: LucideIcon }) => (
  <span className="icon-button icon-button--m">
    <Icon as={drawing} />
  </span>
);

export const Moment = () => <time data-fill="ago" {...put('datetime:created_at')} />;
