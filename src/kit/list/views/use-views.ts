import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { topics } from '@/shared/domain/records/nudge'
import { orNull, text } from '@/shared/domain/records/mini-schema'
import { memoryOfPerson } from '@/shared/lib/memory'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { dialogPlaces } from '@/kit/dialog/use-dialog'
import { useLive } from '@/kit/live/use-live'
import { type SavedView, viewsKey, viewsQuery } from './views.query'

const kept = orNull(text)

/**
 * The person's saved views of a list, those that colleagues share, and the current one. A list without filters in its address opens with the default
 * view, at once when this browser knows it. `places`: parameters that no view keeps, such as the calendar's day.
 */
export function useViews(
  list: string,
  places: readonly string[] = [],
): { views: readonly SavedView[]; shared: readonly SavedView[]; current: SavedView | undefined; query: string } {
  const { id } = useCurrentUser()
  const [search, setSearch] = useSearchParams()
  const { data: all } = useQuery(viewsQuery(list))
  const views = useMemo(() => all?.filter(({ user_id }) => user_id === id), [all, id])
  useLive(viewsKey, [{ topic: topics.user(id), tables: ['saved_views'] }])
  const query = plainQuery(search, places)

  const memory = useMemo(() => memoryOfPerson(id, `default-view-of-${list}`, kept), [id, list])
  const usual = views ? (views.find(({ is_default }) => is_default)?.query ?? null) : memory.read()
  useEffect(() => {
    if (views) memory.keep(usual)
  }, [views, usual, memory])
  const isUntouched = useRef(true)
  useEffect(() => {
    if (query !== '') isUntouched.current = false
    if (!isUntouched.current || usual === null) return
    isUntouched.current = false
    setSearch(new URLSearchParams(usual), { replace: true })
  }, [query, usual, setSearch])

  return {
    views: views ?? [],
    shared: all?.filter(({ user_id }) => user_id !== id) ?? [],
    current: [...(views ?? []), ...(all ?? [])].find((view) => view.query === query),
    query,
  }
}

/** Filters and order of the address in one order, so that equal ones are equal texts. */
export function plainQuery(search: URLSearchParams, places: readonly string[] = []): string {
  const left: readonly string[] = [...dialogPlaces, 'task', 'new-task', ...places]
  const plain = new URLSearchParams([...search].filter(([name]) => !left.includes(name)))
  plain.sort()
  return plain.toString()
}
