import type { Context } from '#server/platform/context.ts';
import { getLibraryPage, getLibraryThread, listLibrary } from '../library.ts';
import { setChannelOnWeb, setPostOnWeb } from '../open-to-web.ts';
import type { Os } from './os.ts';

export const libraryHandlers = (ctx: Context, os: Os) => ({
  listLibrary: os.listLibrary.handler(() => listLibrary(ctx)),
  getLibraryPage: os.getLibraryPage.handler(({ input }) => getLibraryPage(ctx, input)),
  getLibraryThread: os.getLibraryThread.handler(({ input }) => getLibraryThread(ctx, input)),
  setChannelOnWeb: os.setChannelOnWeb.handler(({ context, input }) => setChannelOnWeb(ctx, context.caller, input)),
  setPostOnWeb: os.setPostOnWeb.handler(({ context, input }) => setPostOnWeb(ctx, context.caller, input)),
});
