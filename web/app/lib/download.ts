/** Downloads a file that a call returned. */
export function download(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the content slightly later than the click, so the address stays valid for a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
