/** What the page keeps on the device: long scenes, files, and the address of the last scene of each room. */

/** The number of scenes and files that are kept; the oldest go first, unless a room shows them next. */
const MOST = 100;

const LAST = "tremaux-last:";

/** What is read or written in the object store of scenes and files; `null` if this device keeps none. */
async function scenes<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  return stored(mode, act).catch(() => null);
}

async function stored<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("tremaux", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("scenes", { keyPath: "name" }).createIndex("at", "at");
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction("scenes", mode);
      const request = act(transaction.objectStore("scenes"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** A name that follows from a text (cyrb53, 53 bits). */
function nameOf(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** Keeps a text or a file; returns its name, or `null` if the device keeps nothing. */
export async function keep(content: string | Blob): Promise<string | null> {
  const name = nameOf(typeof content === "string" ? content : `${content.size} ${Date.now()}`);
  const put = await scenes("readwrite", (store) => {
    store.index("at").getAllKeys().onsuccess = ({ target }) => {
      const names = (target as IDBRequest<IDBValidKey[]>).result as string[];
      const wanted = [sessionStorage, localStorage].flatMap((storage) => Object.values(storage)).join();
      const old = names.filter((each) => !wanted.includes(each));
      for (const each of old.slice(0, Math.max(names.length - MOST, 0))) store.delete(each);
    };
    return store.put({ name, content, at: Date.now() });
  });
  return put === null ? null : name;
}

/** What has a name, or `null` if it is not kept here. */
export async function kept(name: string): Promise<string | Blob | null> {
  const found = await scenes<{ content: string | Blob } | undefined>("readonly", (store) => store.get(name));
  return found?.content ?? null;
}

/** The last address under a key: that of this tab, else that of the device. */
export function lastOf(key: string): string | null {
  try {
    return sessionStorage.getItem(LAST + key) ?? localStorage.getItem(LAST + key);
  } catch {
    return null;
  }
}

/** Notes the last address under a key: for this tab, and for others if the reader has done something. */
export function setLast(key: string, fragment: string, isTouched: boolean): void {
  try {
    sessionStorage.setItem(LAST + key, fragment);
    if (isTouched) localStorage.setItem(LAST + key, fragment);
  } catch {
    // Without storage, rooms begin anew.
  }
}

const LEFT = "tremaux-left";

/** Keeps what a page that is closing has not put into its address; as much of it as there is room for. */
export function leave(...states: unknown[]): void {
  for (const state of states) {
    try {
      return sessionStorage.setItem(LEFT, JSON.stringify(state));
    } catch {
      // The next one is smaller.
    }
  }
}

/** What the page kept when it was closed, once. */
export function returned<T>(): T | null {
  try {
    const text = sessionStorage.getItem(LEFT);
    sessionStorage.removeItem(LEFT);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}
