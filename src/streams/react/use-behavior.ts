import { useSyncExternalStore } from 'react'
import type { Behavior } from '../behavior'

/** The value of a behavior now; the component renders again when it changes. */
export const useBehavior = <T>(source: Behavior<T>): T => useSyncExternalStore(source.subscribe, source.getSnapshot)
