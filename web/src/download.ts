/// A text as a file, without a request: the browser saves what it has.
export function download(text: string, name: string, type: string): void {
  save(new Blob([text], { type }), name);
}

export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
