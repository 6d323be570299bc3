/** Downloads a file that a call returned. */
export function download(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  downloadFrom(url, name);
  // Some browsers read the content slightly later than the click, so the address stays valid for a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Downloads the file at an address. The page stays open, even if the service refuses the request. Without `name`, the
 * service names the file.
 */
export function downloadFrom(url: string, name = '') {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
