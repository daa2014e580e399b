/** Where public/share-worker.js keeps what another program shared with the app. */
const place = 'signwright-share'

/** What another program shared: its words, and its files. */
export type Share = { title: string; text: string; files: File[] }

const words = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What was shared last and not taken yet; null for nothing, and in browsers that keep nothing. */
export async function readShare(): Promise<Share | null> {
  if (!('caches' in window)) return null
  const kept = await caches.open(place)
  const said: unknown = await (await kept.match('/share-target/said'))?.json()
  if (typeof said !== 'object' || said === null) return null
  const named: unknown = Reflect.get(said, 'files')
  const files = (Array.isArray(named) ? named : []).map(async (named: unknown, nth) => {
    const bytes = await (await kept.match(`/share-target/${nth}`))?.blob()
    const [name, type] = ['name', 'type'].map((key) => words(Object(named)[key]))
    return bytes ? [new File([bytes], name || 'file', { type: type ?? '' })] : []
  })
  return {
    title: words(Reflect.get(said, 'title')),
    text: words(Reflect.get(said, 'text')),
    files: (await Promise.all(files)).flat(),
  }
}

/** Forgets what was shared: it is where the person wanted it. */
export async function forgetShare(): Promise<void> {
  if ('caches' in window) await caches.delete(place)
}
