import { Bell, Check, Globe, Lock, PenLine, Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#web/ui/button.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import banner from '../parts/banner.module.css';
import head from '../channel/channel-head.module.css';
import list from '../channel/channel-list.module.css';
import { Act, put, Sign } from './marks.tsx';

/** Communities as `ExplorePage` shows them. */
export function Channels() {
  const { t } = useTranslation('community');
  return (
    <>
      <TextField
        className={list.find}
        label={<span className="visually-hidden">{t('explore.search')}</span>}
        type="search"
        required={false}
        placeholder={t('explore.search')}
        readOnly
      />
      <p className={list.count} data-fill="channels_count" />
      <ul className={list.cards} data-each="channels">
        <li>
          <article className={list.card}>
            <Sign size="l" />
            <div>
              <h2 className={list.name}>
                <a {...put('href:channel_path')}>
                  <bdi data-fill="name">…</bdi>
                </a>
              </h2>
              <p className={list.note}>
                <span data-if="is_exclusive">
                  <Icon as={Lock} size="s" className={list.sign} /> {t('explore.exclusive')}
                </span>
                <span data-unless="is_exclusive">
                  <Icon as={Globe} size="s" className={list.sign} /> {t('explore.public')}
                </span>{' '}
                · <span data-fill="members" />
              </p>
            </div>
            <Act as={Star} />
            <p className={list.about} dir="auto" data-fill="description" />
            <div className={list.buttons}>
              <a className={buttonClass({ size: 's' })} {...put('href:channel_path')}>
                <span className="button__label">{t('explore.open')}</span>
              </a>
              <span className={buttonClass({ size: 's' })} data-if="is_member">
                <span className="button__label">{t('explore.member')}</span>
              </span>
              <span className={buttonClass({ size: 's', variant: 'ink' })} data-unless="is_member">
                <span className="button__label">{t('explore.join')}</span>
              </span>
            </div>
          </article>
        </li>
      </ul>
    </>
  );
}

/** A community's name above its posts, as `ChannelHead` shows it. */
export function Head() {
  const { t } = useTranslation('community');
  return (
    <div className={head.head} data-if="name">
      <div className={banner.banner} data-if="banner">
        <img alt="" {...put('src:banner')} />
      </div>
      <div className={banner.banner} data-unless="banner" {...put('data-tint:channel_tint')}>
        <FaceDrawing drawing="front" className={banner.art} />
      </div>
      <div className={head.row}>
        <span className={head.icon}>
          <Sign size="l" />
        </span>
        <div className={head.words}>
          <h1 className={head.name} dir="auto" data-fill="name">
            …
          </h1>
          <p className={head.slug} data-fill="channel_name" />
        </div>
        <div className={head.acts}>
          <Act as={Star} />
          <Act as={Bell} />
          <span className={buttonClass({ size: 's' })} data-if="is_member">
            <span className="button__label">
              <Icon as={Check} size="s" />
              {t('channel.member')}
            </span>
          </span>
          <span className={buttonClass({ size: 's', variant: 'ink' })} data-if="can_join">
            <span className="button__label">{t('channel.join')}</span>
          </span>
          <span className={`${buttonClass({ size: 's', variant: 'primary' })} only-large`} data-if="can_post">
            <span className="button__label">
              <Icon as={PenLine} size="s" />
              {t('channel.write')}
            </span>
          </span>
        </div>
      </div>
      <p className={head.description} dir="auto" data-if="description" data-fill="description" />
    </div>
  );
}
