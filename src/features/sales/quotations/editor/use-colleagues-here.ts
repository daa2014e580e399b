import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { debounceTime, distinctUntilChanged, map, startWith, Subject } from 'rxjs'
import type { Visitor } from '@/kit/sheet/sheet-cell'
import { cellKey } from '@/kit/sheet/sheet-column'
import { personColour } from '@/shared/domain/people/person-hue'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { peopleAtDocument } from '@/streams/presence/live-presence'
import type { Present } from '@/streams/presence/roster'
import { colleaguesQuery } from '../../shared/api/colleagues.query'

type Cell = { row: string; column: string }

/** The time in ms that a cursor must rest before the others see it. */
const restsFor = 150

/**
 * Colleagues who have this quotation open, and the cells that they are in; `moveTo` tells them where this person is. A
 * person has the same colour everywhere.
 */
export function useColleaguesHere(publicUuid: string) {
  const { id: me } = useCurrentUser()
  const { data: staff = [] } = useQuery(colleaguesQuery)
  const [present, setPresent] = useState<readonly Present[]>([])
  const [cells$] = useState(() => new Subject<Cell | null>())

  useEffect(() => {
    const me$ = cells$.pipe(
      debounceTime(restsFor),
      map((cell) => (cell ? cellKey(cell.row, cell.column) : '')),
      startWith(''),
      distinctUntilChanged(),
      map((at) => ({ user_id: me, typing: false, at })),
    )
    const subscription = peopleAtDocument(publicUuid, me$).subscribe(setPresent)
    return () => subscription.unsubscribe()
  }, [publicUuid, me, cells$])

  return useMemo(() => {
    const people = present.flatMap(({ userId, at }) => {
      if (userId === me) return []
      const known = staff.find(({ id }) => id === userId)
      return [{ id: userId, name: known?.name ?? 'A colleague', picture: known?.picture ?? null, at: at ?? '' }]
    })
    const visitors = new Map<string, Visitor>()
    for (const { at, name } of people) if (at !== '') visitors.set(at, { name, colour: personColour(name) })
    return { people, visitors, moveTo: (cell: Cell | null) => cells$.next(cell) }
  }, [present, staff, me, cells$])
}
