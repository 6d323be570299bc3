interface Words {
  subject: string;
  /** The text of the invitation, which contains the link. */
  text: string;
}

/**
 * Returns the addresses of the share buttons. They open the user's email program, messenger or text messages, with the
 * text filled in.
 */
export function shareAddresses({ subject, text }: Words) {
  const said = encodeURIComponent(text);
  return {
    mail: `mailto:?subject=${encodeURIComponent(subject)}&body=${said}`,
    messenger: `https://wa.me/?text=${said}`,
    // Some phones expect '?' before the body and others '&'. All of them understand this form.
    sms: `sms:?&body=${said}`,
  } as const;
}
