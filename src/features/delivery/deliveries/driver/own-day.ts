import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dayIn } from '@/shared/domain/time/zoned'
import { keepAppWithoutNetwork } from '@/shared/lib/day-worker'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { useCompanyZone } from '@/shared/hooks/use-company-zone'
import { useNow } from '@/shared/hooks/use-now'
import { dayQuery } from '../api/day.query'
import { keptDayOf } from './kept-day'

/**
 * The drops of today, and those of the person as they were read last. Once they are read, the browser keeps them and the app, so
 * that a reload without a network opens both.
 */
export function useOwnDay() {
  const { id: me } = useCurrentUser()
  const [kept] = useState(() => keptDayOf(me).read())
  const readZone = useCompanyZone()
  const zone = readZone ?? kept?.zone ?? null
  const today = dayIn(zone ?? 'UTC', new Date(useNow(60_000)).toISOString())
  const drops = useQuery(dayQuery(today, zone, true))
  const { data: read, dataUpdatedAt } = drops
  const isRead = read !== undefined
  useEffect(() => {
    if (read && zone !== null)
      keptDayOf(me).keep({
        day: today,
        zone,
        at: dataUpdatedAt,
        drops: read.filter(({ crew }) => crew.includes(me)),
      })
  }, [read, dataUpdatedAt, zone, today, me])
  useEffect(() => {
    if (isRead) keepAppWithoutNetwork()
  }, [isRead])
  return { me, drops, zone, today, kept: !read && kept?.day === today ? kept : null }
}

/** Keeps the day and the app for a driver who opened one of the own drops by its address. */
export function KeepOwnDay() {
  useOwnDay()
  return null
}
