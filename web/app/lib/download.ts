/** Hands a file that a call answered to the browser's downloads. */
export function download(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the address when the click returns; some read the content a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
