import { createContext, useContext } from 'react'
import type { Plan } from '@/shared/domain/planning/plan'
import type { PlanCentre, Workload } from '@/shared/domain/planning/workload'
import type { Wanted } from '../use-plan-moves'
import type { Bar } from '../plan-view'

/** What every part of the plan shares. */
export type PlanSetting = {
  workload: Workload
  plan: Plan
  mayPlan: boolean
  move: (wanted: readonly Wanted[], said: string) => void
  /** Opens a step by its id. */
  open: (step: string) => void
  find: (step: unknown) => Bar | null
  /** Asks for the days on which a work centre is closed; null for people who may not close it. */
  close: ((centre: PlanCentre) => void) | null
}

const Setting = createContext<PlanSetting | null>(null)
export const PlanContext = Setting.Provider

export function usePlanSetting(): PlanSetting {
  const setting = useContext(Setting)
  if (setting === null) throw new Error('There is no plan around')
  return setting
}
