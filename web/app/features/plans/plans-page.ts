import { languageOf } from '#web/paths.ts';
import { takePlanClicks } from './begin-checkout.ts';
import { chooseVariant, countExposure, whenSeen } from './experiment.ts';

/** The script for the plans on pages that are sent without React. */
const sheet = document.querySelector<HTMLElement>('[data-plans-sheet]');
const dialog = document.querySelector<HTMLDialogElement>('[data-plans-dialog]');
const place = document.querySelector<HTMLElement>('[data-plans-place]');

/**
 * Moves the table of plans from the page into the dialog. When the dialog closes, the table moves back to the page. The
 * page keeps its height while the dialog is open.
 */
function openDialog(sheet: HTMLElement, dialog: HTMLDialogElement, place: HTMLElement) {
  place.style.blockSize = `${place.offsetHeight}px`;
  dialog.append(sheet);
  dialog.showModal();
  dialog.scrollTop = 0;
}

if (sheet) {
  const shown = chooseVariant();
  takePlanClicks(sheet, shown, languageOf(location.pathname));
  whenSeen(sheet, () => countExposure(shown));
  if (dialog && place) {
    document.addEventListener('click', (event) => {
      const target = event.target as Element;
      if (target.closest('a[href="#plans"]')) {
        event.preventDefault();
        openDialog(sheet, dialog, place);
        countExposure(shown);
      } else if (target.closest('[data-plans-close]') || target === dialog) dialog.close();
    });
    dialog.addEventListener('close', () => {
      place.append(sheet);
      place.style.blockSize = '';
    });
  }
}
