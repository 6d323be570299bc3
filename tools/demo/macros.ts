import { listMacros, saveMacro } from '#server/domains/appointments/macros.ts';
import type { Context } from '#server/platform/context.ts';
import { signedIn } from './receive-patient.ts';

const macros = [
  {
    name: 'We are looking',
    text_en:
      'Hello {{first_name}},\n\nwe are looking for an appointment in {{city}} and will write to you within two working days.\n\nThe Flaira team',
    text_fr:
      'Bonjour {{first_name}},\n\nNous cherchons un rendez-vous à {{city}} et vous écrivons sous deux jours ouvrés.\n\nL’équipe Flaira',
  },
  {
    name: 'Offer ends soon',
    text_en:
      'Hello {{first_name}},\n\nyour offer with {{provider}} ends on {{until}}. If you have a question about it, write to us here.\n\nThe Flaira team',
    text_fr:
      'Bonjour {{first_name}},\n\nVotre offre avec {{provider}} se termine le {{until}}. Pour toute question, écrivez-nous ici.\n\nL’équipe Flaira',
  },
  {
    name: 'How to get there',
    text_en:
      'Hello {{first_name}},\n\n{{provider}} expects you on {{when}}.\n\nThe address: {{address}}\n\nThe Flaira team',
    text_fr:
      'Bonjour {{first_name}},\n\n{{provider}} vous attend le {{when}}.\n\nL’adresse : {{address}}\n\nL’équipe Flaira',
  },
  {
    name: 'Another city',
    text_en:
      'Hello {{first_name}},\n\nwe have not found a provider in {{city}} for your request {{number}} yet. Which other city would suit you?\n\nThe Flaira team',
    text_fr:
      'Bonjour {{first_name}},\n\nNous n’avons pas encore trouvé de prestataire à {{city}} pour votre demande {{number}}. Quelle autre ville vous conviendrait ?\n\nL’équipe Flaira',
  },
];

/** Adds a few macros to try. Does nothing if there are macros already. */
export async function bringMacros(ctx: Context, adminId: string): Promise<void> {
  const admin = signedIn(adminId, 'admin');
  if ((await listMacros(ctx, admin, false)).length > 0) return;
  for (const macro of macros) await saveMacro(ctx, admin, macro);
}
