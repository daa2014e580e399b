import type { Identity } from '../identity.ts'
import type { Binding } from './bindings.ts'
import type { ChangeFeed } from './change-feed.ts'

type Options = {
  feed: Pick<ChangeFeed, 'subscribe' | 'unsubscribe'>
  bindings: readonly Binding[]
  identity: () => Identity
  /** Sends the payload of one `postgres_changes`, which is JSON. */
  send: (payload: string) => void
  /** Ends the channel so that its client joins again. */
  missed: (reason: string) => void
}

/** The bindings of one channel to changes of tables. */
export function channelChanges({ feed, bindings, identity, send, missed }: Options) {
  let isClosed = false
  let opening: Promise<string | null> | null = null
  const subscriber = {
    bindings,
    identity,
    missed,
    change: (ids: readonly number[], data: string) => {
      if (!isClosed) send(`{"ids":${JSON.stringify(ids)},"data":${data}}`)
    },
  }
  return {
    isWanted: bindings.length > 0,

    /** What the answer to the join says of them. */
    echo: bindings.map((binding) => binding.echo),

    /** Null when changes are told from now on; otherwise why they are not. Asked again, it says the same. */
    open(): Promise<string | null> {
      opening ??= feed.subscribe(subscriber).then((problem) => {
        if (isClosed) feed.unsubscribe(subscriber)
        return problem
      })
      return opening
    },

    close() {
      isClosed = true
      feed.unsubscribe(subscriber)
    },
  }
}
