/** Files and photos that wait for the network. They are too large for `localStorage`, so IndexedDB holds them. */
const name = 'signwright-photos'

let opened: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(name, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore('photos')
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error('This browser keeps no files'))
  })
  opened.catch(() => (opened = null))
  return opened
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const files = await open()
  return new Promise((resolve, reject) => {
    const turn = files.transaction('photos', mode)
    const asked = act(turn.objectStore('photos'))
    turn.oncomplete = () => resolve(asked.result)
    turn.onabort = () => reject(turn.error ?? new Error('This browser keeps no files'))
  })
}

/** Files of this tab, for browsers without IndexedDB. */
const here = new Map<string, Blob>()

/** Keeps a file until it is sent. False: only while this page is open. */
export async function keepFile(id: string, file: Blob): Promise<boolean> {
  here.set(id, file)
  try {
    await inStore('readwrite', (store) => store.put(file, id))
    return true
  } catch {
    return false
  }
}

/** A kept file; null when it is gone. */
export async function keptFile(id: string): Promise<Blob | null> {
  const known = here.get(id)
  if (known) return known
  const found: unknown = await inStore<unknown>('readonly', (store) => store.get(id)).catch(() => null)
  return found instanceof Blob ? found : null
}

/** Sends a kept file and removes it after success. @throws `gone` when this device no longer has it */
export async function sendKept(id: string, gone: string, send: (file: Blob) => Promise<unknown>): Promise<void> {
  const file = await keptFile(id)
  if (file === null) throw new Error(gone)
  await send(file)
  await forgetFile(id)
}

export async function forgetFile(id: string): Promise<void> {
  here.delete(id)
  await inStore('readwrite', (store) => store.delete(id)).catch(() => {})
}
