import type { ActorRefFrom } from 'xstate'
import { keptWorkSchema } from '@/machines/quick-add/draft-content'
import type { quickAddMachine } from '@/machines/quick-add/quick-add.machine'
import { workToKeep } from '@/machines/quick-add/work-to-keep'
import { draftOf } from '@/shared/ui/draft'

/** Writing waits until nothing changed for this long, in ms. */
const calm = 300

/** What this person wrote in this browser and neither created nor discarded. */
export const keptWork = (userId: string) => draftOf(userId, 'quick-add', keptWorkSchema)

/** Keeps what an open dialog holds, through reloads, failed saves and ended sessions. Returns what ends it. */
export function keepWork(actor: ActorRefFrom<typeof quickAddMachine>, kept: ReturnType<typeof keptWork>): () => void {
  let work = workToKeep(actor.getSnapshot())
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    if (work === null) kept.forget()
    else kept.keep(work)
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
