// Pages that were pasted or dropped: kept in this browser alone, so that their address can be opened here again.

import type { PageInput } from './api';

const most_kept = 20;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('pith', 2);
    request.onupgradeneeded = () => {
      const store = request.result.objectStoreNames.contains('pages')
        ? request.transaction!.objectStore('pages')
        : request.result.createObjectStore('pages', { keyPath: 'key' });
      store.createIndex('time', 'time');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

interface KeptPage {
  key: string;
  time: number;
  page: PageInput;
}

const in_memory = new Map<string, PageInput>();

/// Keeps a page; its key is for the address.
export async function keep_page(page: PageInput): Promise<string> {
  const bytes = new TextEncoder().encode(page.html ?? page.html_b64 ?? '');
  // Digests are there in secure contexts only; the key need not be more than unlikely to meet another.
  const key = crypto.subtle
    ? [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
        .slice(0, 8)
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('')
    : `${bytes.length.toString(16)}-${Date.now().toString(16)}`;
  in_memory.set(key, page);
  // Nobody waits for that: the page is shown from memory.
  void write({ key, time: Date.now(), page });
  return key;
}

async function write(page: KeptPage): Promise<void> {
  try {
    const store = (await open()).transaction('pages', 'readwrite').objectStore('pages');
    await done(store.put(page));
    const keys = await done(store.index('time').getAllKeys());
    for (const old of keys.slice(0, -most_kept)) store.delete(old);
  } catch {
    // Without a data base the page is there as long as the window is.
  }
}

export async function kept_page(key: string): Promise<PageInput | undefined> {
  const page = in_memory.get(key);
  if (page) return page;
  try {
    const kept = (await done((await open()).transaction('pages').objectStore('pages').get(key))) as KeptPage | undefined;
    return kept?.page;
  } catch {
    return undefined;
  }
}

export async function read_file(file: Blob): Promise<PageInput> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ html_b64: String(reader.result).replace(/^[^,]*,/, '') });
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
