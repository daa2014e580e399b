import {
  combineLatest,
  distinctUntilChanged,
  filter,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  switchMap,
  tap,
} from 'rxjs'
import type { Signal } from '../realtime/channels'
import { peopleOf, type Present, type Shown } from './roster'

type Topic = {
  signals$: Observable<Signal>
  states$: Observable<unknown>
  show: (shown: Shown) => void
}

/**
 * The other people who have the topic open. Publishes `me$` while it is subscribed, again after each reconnection.
 * While the connection is lost the list is empty.
 */
export function peopleBeside({ signals$, states$, show }: Topic, me$: Observable<Shown>): Observable<Present[]> {
  const live$ = signals$.pipe(
    filter((signal) => signal.kind !== 'message'),
    map((signal) => signal.kind === 'live'),
    distinctUntilChanged(),
  )
  const showing$ = combineLatest([live$, me$]).pipe(
    tap(([live, me]) => {
      if (live) show(me)
    }),
    ignoreElements(),
  )
  const people$ = live$.pipe(switchMap((live) => (live ? states$.pipe(map(peopleOf)) : of([]))))
  return merge(people$, showing$)
}
