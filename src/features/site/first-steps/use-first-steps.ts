import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive } from '@/kit/live/use-live'
import { topics } from '@/shared/domain/records/nudge'
import { memoryOfBrowser } from '@/shared/lib/memory'
import { flag } from '@/shared/domain/records/mini-schema'
import { useRights } from '@/shared/hooks/current-user'
import { firstStepsKey, firstStepsQuery } from './api/first-steps.query'

/** In the order of a new company: at the end it can be paid. */
const steps = [
  'country',
  'name',
  'logo',
  'address',
  'time_zone',
  'mail',
  'colleagues',
  'contacts',
  'vat',
  'vat_number',
  'bank',
  'terms',
  'hours',
  'legal',
  'samples',
  'service',
  'quotation',
] as const
export type FirstStep = (typeof steps)[number]

/** Once a company is settled nobody asks again in this browser. */
const settled = memoryOfBrowser('first-steps-done', flag)

/** The finished first steps of a new company. Null while the list is hidden: all done, dismissed, or not an admin. */
export function useFirstSteps(): { done: Record<FirstStep, boolean> | null; isLoading: boolean } {
  const { role } = useRights()
  const isAsked = role === 'admin' && settled.read() !== true
  useLive(
    firstStepsKey,
    isAsked
      ? [
          { topic: topics.role('admin') },
          { page: 'contacts', tables: ['contacts', 'user_roles'] },
          { page: 'quotations', tables: ['services'] },
          { page: 'payments', tables: ['payments'] },
        ]
      : [],
  )
  const { data, isLoading } = useQuery({ ...firstStepsQuery, enabled: isAsked })
  const isOver = data !== undefined && (data === null || data.put_away || steps.every((step) => data[step]))
  const isDone = isOver && data !== null && !data.put_away
  useEffect(() => {
    if (isDone) settled.keep(true)
  }, [isDone])
  return { done: data && !isOver ? data : null, isLoading }
}
