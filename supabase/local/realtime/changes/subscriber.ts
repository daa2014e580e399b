import type { Identity } from '../identity.ts'
import type { Binding } from './bindings.ts'

/** A channel as the changes see it. */
export type Subscriber = {
  bindings: readonly Binding[]
  identity: () => Identity
  /** `ids` are the bindings that the change is for; `data` is JSON. */
  change: (ids: readonly number[], data: string) => void
  /** Changes were missed: the client joins again and reads anew. */
  missed: (reason: string) => void
}
