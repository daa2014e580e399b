import { useEffect, useMemo, useState } from 'react'
import { concat, distinctUntilChanged, map, of, startWith, Subject, switchMap, timer } from 'rxjs'
import { peopleAtTask } from '@/streams/presence/live-presence'
import type { Present } from '@/streams/presence/roster'

/** Somebody who has not touched a key for this long, in ms, is no longer typing. */
const typingLasts = 3_000

/** The other people who have the task open. `typed` tells them that this person is writing. */
export function usePeopleHere(taskId: string, userId: string): { others: readonly Present[]; typed: () => void } {
  const [people, setPeople] = useState<readonly Present[]>([])
  const [keys$] = useState(() => new Subject<void>())

  useEffect(() => {
    const me$ = keys$.pipe(
      switchMap(() => concat(of(true), timer(typingLasts).pipe(map(() => false)))),
      startWith(false),
      distinctUntilChanged(),
      map((typing) => ({ user_id: userId, typing })),
    )
    const subscription = peopleAtTask(taskId, me$).subscribe(setPeople)
    return () => subscription.unsubscribe()
  }, [taskId, userId, keys$])

  return useMemo(
    () => ({ others: people.filter((person) => person.userId !== userId), typed: () => keys$.next() }),
    [people, userId, keys$],
  )
}
