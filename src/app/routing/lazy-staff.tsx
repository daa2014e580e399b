import { lazy, type ReactNode, Suspense } from 'react'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'

const Area = lazy(async () => ({ default: (await import('./staff-area')).StaffArea }))
const Frame = lazy(async () => ({ default: (await import('../viewer/shared-frame')).SharedFrame }))

const Public = lazy(async () => ({ default: (await import('./public-area')).PublicArea }))

type Around = { children: ReactNode }

/** The back office. The code of its frame loads with it, because the sign-in page does not need it. */
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

/** The public site; who is signed in is watched by code of the back office. */
export const PublicArea = ({ children }: Around) => (
  <Suspense fallback={<LoadingScreen />}>
    <Public>{children}</Public>
  </Suspense>
)

const Whole = lazy(async () => ({ default: (await import('../viewer/whole-frame')).WholeFrame }))

/** One thing with all the room, for visitors and staff. */
export const WholeFrame = ({ children }: Around) => (
  <Suspense fallback={<LoadingScreen />}>
    <Whole>{children}</Whole>
  </Suspense>
)
