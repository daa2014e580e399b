import type { ReactNode } from 'react'
import { CurrentUserProvider } from '@/features/system/auth/current-user-provider'
import { OutboxProvider } from '@/kit/outbox/outbox-provider'
import { useKnownUnread } from '@/features/office/notifications/use-live-badge'
import { titleMark } from '@/shared/domain/records/badge'
import { useCurrentUserOrNull } from '@/shared/hooks/current-user'
import { UnreadMarkContext } from '@/shared/hooks/unread-mark'
import { useLeave } from '../shell/person/use-leave'
import { LogoutContext, rightsOf, useViewer } from './viewer-context'
import { outboxKinds } from '../outbox-kinds'

/** The signed-in person for the screens below. The sign-in screens are outside, so signing in does not reset them. */
export const WithCurrentUser = ({ children }: { children: ReactNode }) => (
  <CurrentUserProvider rights={rightsOf(useViewer())}>
    <LogoutContext value={useLeave()}>
      <Unread>
        <OutboxProvider kinds={outboxKinds}>{children}</OutboxProvider>
      </Unread>
    </LogoutContext>
  </CurrentUserProvider>
)

/** Tells the title of the window how much is unread. */
function Unread({ children }: { children: ReactNode }) {
  const unread = useKnownUnread(useCurrentUserOrNull()?.id ?? null)
  return <UnreadMarkContext value={titleMark(unread)}>{children}</UnreadMarkContext>
}
