import { lazy, Suspense } from 'react'

const Reader = lazy(() => import('./late-by-plan-reader'))

/** Reads the plan beside a screen that says what is late by it. The planner comes when the screen is there. */
export const ReadLateByPlan = () => (
  <Suspense fallback={null}>
    <Reader />
  </Suspense>
)
