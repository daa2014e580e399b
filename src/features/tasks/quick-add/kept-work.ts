import type { ActorRefFrom } from 'xstate'
import { type KeptWork, keptWorkSchema } from '@/machines/quick-add/draft-content'
import { type quickAddMachine, workToKeep } from '@/machines/quick-add/quick-add.machine'

/** Writing waits until nothing changed for this long, in ms. */
const calm = 300

const keyOf = (userId: string) => `signwright.quick-add.${userId}`

/** What this person wrote in this browser and neither created nor discarded; null when there is nothing readable. */
export function readKeptWork(storage: Storage, userId: string): KeptWork | null {
  try {
    return keptWorkSchema.parse(JSON.parse(storage.getItem(keyOf(userId)) ?? 'null'))
  } catch {
    return null
  }
}

/** Keeps what an open dialog holds, through reloads, failed saves and ended sessions. Returns what ends it. */
export function keepWork(actor: ActorRefFrom<typeof quickAddMachine>, storage: Storage, userId: string): () => void {
  let work = workToKeep(actor.getSnapshot())
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    store(storage, keyOf(userId), work)
  }
  const subscription = actor.subscribe((snapshot) => {
    const wasCancelled = snapshot.matches('closed') && snapshot.context.drafts.length > 0
    if (wasCancelled) return write()
    work = workToKeep(snapshot)
    clearTimeout(timer)
    timer = setTimeout(write, calm)
  })
  window.addEventListener('pagehide', write)
  return () => {
    subscription.unsubscribe()
    window.removeEventListener('pagehide', write)
    write()
  }
}

function store(storage: Storage, key: string, work: KeptWork | null): void {
  try {
    if (work === null) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(work))
  } catch {
    // A full storage keeps what it had: the dialog itself still holds everything.
  }
}
