import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lateByPlan } from '@/shared/domain/planning/late-by-plan'
import { lateByPlanKey } from './use-late-by-plan'
import { usePlan } from './use-plan'

/** Computes what is late by the plan, live, for everything on the page. */
export default function LateByPlanReader() {
  const queryClient = useQueryClient()
  const { workload, plan } = usePlan()
  useEffect(() => {
    if (workload && plan) queryClient.setQueryData(lateByPlanKey, lateByPlan(workload, plan))
  }, [workload, plan, queryClient])
  return null
}
