import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMachine } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSay } from '@/kit/client-page/use-say'
import { authPart } from '@/shared/domain/texts/auth/part'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { liveAuthCallback } from '../auth-callback.actors'
import { afterLink, type Arrival, isRefusedLink, readMailedLink, signInWithFailure } from '../auth-search'
import { useSession } from '../session-provider'
import { CalmFrame } from './calm-frame'
import { linkTo } from '@/shared/lib/address'

/** Follows a mailed link. A live session is never replaced without asking (security T24). */
export function AuthCallbackScreen() {
  const arrival = useArrival()
  const link = readMailedLink(arrival)
  if (isRefusedLink(arrival)) return <Navigate to={signInWithFailure(linkTo('/auth'), 'verification_failed')} replace />
  const next = link && <Navigate to={afterLink(link, arrival.search, linkTo('/dashboard'))} replace />
  return <Callback arrival={arrival}>{next}</Callback>
}

/**
 * A page that mails link to. Our own mails go through the callback first, so the link was followed already. Supabase's
 * default mails bring a token in the query, or a session or a refusal in the fragment.
 */
export function ArrivedByMail({ children }: { children: ReactNode }) {
  const arrival = useArrival()
  if (isRefusedLink(arrival)) return <Navigate to={signInWithFailure(linkTo('/auth'), 'verification_failed')} replace />
  return readMailedLink(arrival) ? <Callback arrival={arrival}>{children}</Callback> : children
}

/** The query and fragment that the page was opened with. The token is removed from the address at once. */
function useArrival(): Arrival {
  const { search, hash } = useLocation()
  const [arrival] = useState({ search, hash })
  return arrival
}

/** Follows the link in the address, then shows its target. */
function Callback({ arrival, children }: { arrival: Arrival; children: ReactNode }) {
  const { status, user } = useSession()
  if (status === 'loading') return <Verifying />
  return (
    <Follow arrival={arrival} signedInAs={user?.email ?? null}>
      {children}
    </Follow>
  )
}

type FollowProps = { arrival: Arrival; signedInAs: string | null; children: ReactNode }

function Follow({ arrival, signedInAs, children }: FollowProps) {
  const say = useSay(authPart)
  const [link] = useState(() => readMailedLink(arrival))
  const [state, send] = useMachine(liveAuthCallback, { input: { link, signedInAs } })
  const { failure } = state.context

  if (failure) return <Navigate to={signInWithFailure(linkTo('/auth'), failure)} replace />
  if (state.matches('declined')) return <Navigate to={linkTo('/dashboard')} replace />
  if (state.matches('confirmed')) return children
  if (!state.matches('asking')) return <Verifying />

  return (
    <CalmFrame>
      <EmptyScreen
        whole
        icon={<IconMail />}
        title={say('follow_asked')}
        actions={
          <>
            <Button onClick={() => send({ type: 'link.decline' })}>{say('stay')}</Button>
            <Button variant="default" onClick={() => send({ type: 'link.follow' })}>
              {say('follow')}
            </Button>
          </>
        }
      >
        {say('signed_in_as', { email: state.context.signedInAs ?? '' })}
      </EmptyScreen>
    </CalmFrame>
  )
}

function Verifying() {
  const say = useSay(authPart)
  return (
    <CalmFrame>
      <EmptyScreen whole icon={<IconMail />} title={say('verifying')}>
        {say('one_moment')}
      </EmptyScreen>
    </CalmFrame>
  )
}
