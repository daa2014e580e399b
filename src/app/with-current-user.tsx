import type { ReactNode } from 'react'
import { CurrentUserProvider } from '@/features/system/auth/current-user-provider'
import { OutboxProvider } from '@/kit/outbox/outbox-provider'
import { outboxKinds } from './outbox-kinds'
import { rightsOf, useViewer } from './viewer'

/** The signed-in person for the screens below. The sign-in screens stand outside, so signing in does not reset them. */
export const WithCurrentUser = ({ children }: { children: ReactNode }) => (
  <CurrentUserProvider rights={rightsOf(useViewer())}>
    <OutboxProvider kinds={outboxKinds}>{children}</OutboxProvider>
  </CurrentUserProvider>
)
