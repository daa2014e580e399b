import { useQuery } from '@tanstack/react-query'
import { askPlanner } from '@/kit/planning/ask-planner'
import { spentOf } from '@/kit/planning/spent'
import { planKey } from '@/kit/planning/workload.query'
import type { Workload } from '@/shared/domain/planning/workload'
import { useNow } from '@/shared/hooks/use-now'

/** A few moves that make the plan better, while they are asked for; null when the planner finds none. */
export function useProposal(workload: Workload, isAsked: boolean) {
  const spent = spentOf(useNow(60_000))
  return useQuery({
    queryKey: [...planKey, 'proposal', workload, spent],
    enabled: isAsked,
    queryFn: () => askPlanner({ workload, spent }, { kind: 'proposal' }),
    staleTime: Infinity,
    gcTime: 60_000,
  })
}
