import { type ReactNode, Suspense } from 'react'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { FrameWords } from '../shell/frame/words/frame-words'

/** Screens without a frame, before and around sign-in, in the language of their reader. */
export const BareArea = ({ children }: { children: ReactNode }) => (
  <FrameWords>
    <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
  </FrameWords>
)
