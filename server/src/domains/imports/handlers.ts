import { imports as contract } from '#contract/imports.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { bytesOf } from '#server/platform/http/received-file.ts';
import { importPhoto } from './import-photo.ts';
import { getMyImported } from './imported.queries.ts';
import { askToInvite, inviteAgain } from './invite-imported.ts';
import { getImport, listImports, listRows } from './show-imports.ts';
import { addRows, askToCheck, askToRun, askToUndo, dropImport, startImport } from './start-import.ts';

export function importsRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    adminListImports: os.adminListImports.handler(({ context, input }) => listImports(ctx, context.caller, input)),
    adminGetImport: os.adminGetImport.handler(({ context, input }) => getImport(ctx, context.caller, input.import_id)),
    adminStartImport: os.adminStartImport.handler(({ context, input }) => startImport(ctx, context.caller, input)),
    adminAddImportRows: os.adminAddImportRows.handler(({ context, input }) =>
      addRows(ctx, context.caller, input.import_id, input.rows),
    ),
    adminCheckImport: os.adminCheckImport.handler(({ context, input }) =>
      askToCheck(ctx, context.caller, input.import_id),
    ),
    adminListImportRows: os.adminListImportRows.handler(({ context, input }) => listRows(ctx, context.caller, input)),
    adminRunImport: os.adminRunImport.handler(({ context, input }) => askToRun(ctx, context.caller, input.import_id)),
    adminDropImport: os.adminDropImport.handler(({ context, input }) =>
      dropImport(ctx, context.caller, input.import_id),
    ),
    adminUndoImport: os.adminUndoImport.handler(({ context, input }) =>
      askToUndo(ctx, context.caller, input.import_id),
    ),
    adminInviteImported: os.adminInviteImported.handler(({ context, input }) =>
      askToInvite(ctx, context.caller, input.import_id, input.again),
    ),
    adminInviteAgain: os.adminInviteAgain.handler(({ context, input }) =>
      inviteAgain(ctx, context.caller, input.user_id),
    ),
    getMyImported: os.getMyImported.handler(({ context, input }) =>
      getMyImported(ctx, context.caller.userId, input?.after),
    ),
    adminImportPhoto: os.adminImportPhoto.handler(async ({ context, input: { file, ...photo } }) =>
      importPhoto(ctx, context.caller, { ...photo, pose: photo.pose ?? null, bytes: await bytesOf(file) }),
    ),
  });
}
