import { readAddress } from '#web/lib/read-address.ts';

export interface Video {
  provider: 'YouTube' | 'Vimeo' | 'Dailymotion';
  /**
   * The value that a text contains for the video: the key of the provider and the provider's id of the video, for
   * example `youtube:dQw4w9WgXcQ`.
   */
  key: string;
  /** The page on which a person can watch the video. */
  url: string;
  /** The address that the frame loads after the person's click. */
  embed: string;
}

interface Provider {
  name: Video['provider'];
  hosts: readonly string[];
  number: RegExp;
  find(address: URL): string | null | undefined;
  page: string;
  frame: string;
}

const firstOf = (pattern: RegExp) => (address: URL) => pattern.exec(address.pathname)?.[1];
const youTubePath = firstOf(/^\/(?:shorts|embed)\/([\w-]+)/);

/** The providers by key. `number` matches the id that the provider gives to a video. An id may contain letters. */
const providers: Readonly<Record<string, Provider>> = {
  youtube: {
    name: 'YouTube',
    hosts: ['youtube.com', 'm.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    number: /^[\w-]{11}$/,
    find: (address) =>
      address.hostname === 'youtu.be'
        ? address.pathname.slice(1)
        : address.pathname === '/watch'
          ? address.searchParams.get('v')
          : youTubePath(address),
    page: 'https://www.youtube.com/watch?v=',
    frame: 'https://www.youtube-nocookie.com/embed/',
  },
  vimeo: {
    name: 'Vimeo',
    hosts: ['vimeo.com', 'player.vimeo.com'],
    number: /^\d{6,12}$/,
    find: firstOf(/^\/(?:video\/)?(\d+)/),
    page: 'https://vimeo.com/',
    frame: 'https://player.vimeo.com/video/',
  },
  dailymotion: {
    name: 'Dailymotion',
    hosts: ['dailymotion.com', 'dai.ly'],
    number: /^\w{6,12}$/,
    find: firstOf(/^\/(?:(?:embed\/)?video\/)?([^/_]+)/),
    page: 'https://www.dailymotion.com/video/',
    frame: 'https://geo.dailymotion.com/player.html?video=',
  },
};

/** Returns the video that an address or a key in a text names. Returns undefined for any other text. */
export function videoOf(text: string | null | undefined): Video | undefined {
  const written = text?.trim() ?? '';
  const [named = '', number = ''] = written.split(':');
  if (Object.hasOwn(providers, named)) return shown(named, number);
  const address = readAddress(written);
  if (address?.protocol !== 'https:') return undefined;
  const host = address.hostname.replace(/^www\./, '');
  const found = Object.entries(providers).find(([, { hosts }]) => hosts.includes(host));
  return found && shown(found[0], found[1].find(address) ?? '');
}

function shown(key: string, number: string): Video | undefined {
  const provider = providers[key];
  if (!provider?.number.test(number)) return undefined;
  return {
    provider: provider.name,
    key: `${key}:${number}`,
    url: provider.page + number,
    embed: provider.frame + number,
  };
}
