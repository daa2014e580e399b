import type { ActorRefFrom } from 'xstate'
import { joinWork, type KeptWork, keptWorkSchema } from '@/machines/quick-add/draft-content'
import type { quickAddMachine } from '@/machines/quick-add/quick-add.machine'
import { workToKeep } from '@/machines/quick-add/work-to-keep'
import { draftOf } from '@/shared/hooks/draft'

/** Writing waits until nothing changed for this long, in ms. */
const calm = 300

/** This person's drafts in this browser that were neither created nor discarded. */
export const keptWork = (userId: string) => draftOf(userId, 'quick-add', keptWorkSchema)

/**
 * Keeps the drafts of an open dialog through reloads, failed saves and expired sessions. Drafts of other tabs stay
 * unchanged, and the offered drafts follow them. Returns the function that ends it.
 */
export function keepWork(actor: ActorRefFrom<typeof quickAddMachine>, kept: ReturnType<typeof keptWork>): () => void {
  let work = workToKeep(actor.getSnapshot())
  /** The drafts that this dialog has or had. One that is missing now was created, removed or discarded here. */
  const own = new Set<string>()
  const noteOwn = () => work?.drafts.forEach(({ id }) => own.add(id))
  noteOwn()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    const others = withoutDrafts(kept.read(), own)
    const all = work === null ? others : joinWork(work, others)
    if (all === null) kept.forget()
    else kept.keep(all)
  }
  const subscription = actor.subscribe((snapshot) => {
    const wasCancelled = snapshot.matches('closed') && snapshot.context.drafts.length > 0
    if (wasCancelled) return write()
    work = workToKeep(snapshot)
    noteOwn()
    clearTimeout(timer)
    timer = setTimeout(write, calm)
  })
  const stopHearing = kept.onKeptElsewhere((elsewhere) =>
    actor.send({ type: 'kept.elsewhere', drafts: elsewhere?.drafts ?? [] }),
  )
  window.addEventListener('pagehide', write)
  return () => {
    stopHearing()
    subscription.unsubscribe()
    window.removeEventListener('pagehide', write)
    write()
  }
}

function withoutDrafts(kept: KeptWork | null, ids: ReadonlySet<string>): KeptWork | null {
  const drafts = kept?.drafts.filter(({ id }) => !ids.has(id)) ?? []
  return kept === null || drafts.length === 0 ? null : { ...kept, drafts }
}
