import { useQuery } from '@tanstack/react-query'
import { staffQuery } from '@/shared/db/reads/staff.query'
import type { Workload } from '@/shared/domain/planning/workload'
import type { Names } from './plan-words'

/** What the sentences of a plan call its work centres and people. */
export function usePlanNames({ centres, today }: Pick<Workload, 'centres' | 'today'>): Names {
  const { data } = useQuery(staffQuery)
  return { centres, today, nameOf: (person) => data?.find(({ value }) => value === person)?.label }
}
