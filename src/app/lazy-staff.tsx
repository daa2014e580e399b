import { lazy, type ReactNode, Suspense } from 'react'
import { LoadingScreen } from '@/shared/ui/loading-screen'

const Area = lazy(async () => ({ default: (await import('./staff-area')).StaffArea }))
const Frame = lazy(async () => ({ default: (await import('./shared-frame')).SharedFrame }))

type Around = { children: ReactNode }

/** The back office. Its furniture is fetched when somebody comes to it: the sign-in page does without. */
export const StaffArea = ({ children }: Around) => (
  <Suspense fallback={<LoadingScreen />}>
    <Area>{children}</Area>
  </Suspense>
)

/** A public address that staff use as well. */
export const SharedFrame = ({ children }: Around) => (
  <Suspense fallback={<LoadingScreen />}>
    <Frame>{children}</Frame>
  </Suspense>
)
