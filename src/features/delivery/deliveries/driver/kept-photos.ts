/** Photos that wait for the network. They are too large for what keeps the other actions, so they lie in IndexedDB. */
const name = 'signwright-photos'

let opened: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(name, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore('photos')
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error('This browser keeps no photos'))
  })
  opened.catch(() => (opened = null))
  return opened
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const photos = await open()
  return new Promise((resolve, reject) => {
    const turn = photos.transaction('photos', mode)
    const asked = act(turn.objectStore('photos'))
    turn.oncomplete = () => resolve(asked.result)
    turn.onabort = () => reject(turn.error ?? new Error('This browser keeps no photos'))
  })
}

/** Photos of this tab: all there is where the browser keeps none. */
const here = new Map<string, Blob>()

/** Keeps a photo until it is sent. False: only while this page is open. */
export async function keepPhoto(id: string, photo: Blob): Promise<boolean> {
  here.set(id, photo)
  try {
    await inStore('readwrite', (store) => store.put(photo, id))
    return true
  } catch {
    return false
  }
}

/** A kept photo; null where it is gone. */
export async function keptPhoto(id: string): Promise<Blob | null> {
  const known = here.get(id)
  if (known) return known
  const found: unknown = await inStore<unknown>('readonly', (store) => store.get(id)).catch(() => null)
  return found instanceof Blob ? found : null
}

export async function forgetPhoto(id: string): Promise<void> {
  here.delete(id)
  await inStore('readwrite', (store) => store.delete(id)).catch(() => {})
}

const longest = 1600

/** A photo as it is sent: a JPEG of at most 1600 pixels on its longer side. @throws in words what is no picture */
export async function smaller(photo: Blob): Promise<Blob> {
  const picture = await createImageBitmap(photo).catch(() => null)
  if (!picture) throw new Error('This file is no picture that can be sent. Please take the photo again.')
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (made) =>
        made ? resolve(made) : reject(new Error('The photo could not be made smaller. Please take it again.')),
      'image/jpeg',
      0.8,
    ),
  )
}
