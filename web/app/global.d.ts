declare const __SITE_ORIGIN__: string;
