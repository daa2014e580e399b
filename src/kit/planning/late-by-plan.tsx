import { lazy, Suspense, useEffect, useState } from 'react'
import { afterFirstScreen } from '@/shared/lib/first-screen'

const Reader = lazy(() => import('./late-by-plan-reader'))

/** Reads the plan beside a screen that says what is late by it. The planner comes when the first screen of the visit is there and the page idle. */
export function ReadLateByPlan() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => afterFirstScreen(() => setIdle(true)), [])
  return isIdle ? (
    <Suspense fallback={null}>
      <Reader />
    </Suspense>
  ) : null
}
