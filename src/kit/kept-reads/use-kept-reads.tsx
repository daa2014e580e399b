import { Text } from '@mantine/core'
import { matchQuery, type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isUnreachable } from '@/shared/db/fetch/unreachable'
import { useWorksOffline } from '@/kit/outbox/works-offline'
import { clockText, momentText } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { useMinute } from '@/shared/hooks/use-minute'
import { keepAppWithoutNetwork } from '@/shared/lib/day-worker'
import { keepReads } from './kept-reads'

/** Phones, tablets and the installed app work where there is no network. An office's computer keeps nothing. */
export const keepsWork = (): boolean =>
  typeof window.matchMedia === 'function' &&
  window.matchMedia('(any-pointer: coarse), (display-mode: standalone)').matches

/**
 * Keeps the answers to the queries under these keys, so that this screen can be read without a network; the app too, once
 * `isRead`. The cover of an outage leaves the screen free.
 */
export function useKeptReads(keys: readonly QueryKey[], isRead: boolean): void {
  const queryClient = useQueryClient()
  const { id } = useCurrentUser()
  const names = JSON.stringify(keys)
  useWorksOffline(keepsWork())
  useEffect(() => {
    if (!keepsWork()) return
    const wanted: QueryKey[] = JSON.parse(names)
    return keepReads(queryClient, id, (query) => wanted.some((queryKey) => matchQuery({ queryKey }, query)))
  }, [queryClient, id, names])
  useEffect(() => {
    if (isRead && keepsWork()) keepAppWithoutNetwork()
  }, [isRead])
}

type AsOfProps = {
  read: Pick<UseQueryResult, 'data' | 'error' | 'fetchStatus' | 'dataUpdatedAt'>
  /** `your day`, `the task`. */
  what: string
  /** What can be done meanwhile: a sentence. */
  meanwhile: string
}

/** Says of when a screen is that is shown without a network; nothing while the server answers. */
export function AsOf({ read: { data, error, fetchStatus, dataUpdatedAt }, what, meanwhile }: AsOfProps) {
  const now = useMinute()
  if (data === undefined || !(isUnreachable(error) || fetchStatus === 'paused')) return null
  const at = new Date(dataUpdatedAt).toISOString()
  const isToday = todayOf(dataUpdatedAt) === todayOf(now)
  return (
    <Text size="sm" mb="sm" role="status">
      There is no network. This is {what} as of {isToday ? clockText(at) : momentText(at)}. {meanwhile}
    </Text>
  )
}
