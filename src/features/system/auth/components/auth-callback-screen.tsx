import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { liveAuthCallback } from '../auth-callback.actors'
import { afterLink, readMailedLink, signInWithFailure } from '../auth-search'
import { useSession } from '../session-provider'
import { CalmFrame } from './calm-frame'
import { linkTo } from '@/shared/lib/address'

type AuthCallbackScreenProps = {
  /** The query of the address: `token_hash`, `type`, `redirect_to`. */
  search: string
}

/** Follows a mailed link. A live session is never replaced without asking (security T24). */
export function AuthCallbackScreen({ search }: AuthCallbackScreenProps) {
  const { status, user } = useSession()
  const [arrival] = useState(search)
  if (status === 'loading') return <Verifying />
  return <Callback search={arrival} signedInAs={user?.email ?? null} />
}

type CallbackProps = AuthCallbackScreenProps & { signedInAs: string | null }

function Callback({ search, signedInAs }: CallbackProps) {
  const [link] = useState(() => readMailedLink(search))
  const [state, send] = useMachine(liveAuthCallback, { input: { link, signedInAs } })
  const { failure } = state.context

  if (failure) return <Navigate to={signInWithFailure(linkTo('/auth'), failure)} replace />
  if (state.matches('declined')) return <Navigate to={linkTo('/dashboard')} replace />
  if (state.matches('confirmed') && link) return <Navigate to={afterLink(link, search, linkTo('/dashboard'))} replace />
  if (!state.matches('asking')) return <Verifying />

  return (
    <CalmFrame>
      <EmptyScreen
        whole
        icon={<IconMail />}
        title="Follow this link?"
        actions={
          <>
            <Button onClick={() => send({ type: 'link.decline' })}>Stay signed in</Button>
            <Button variant="default" onClick={() => send({ type: 'link.follow' })}>
              Follow the link
            </Button>
          </>
        }
      >
        {`You are signed in as ${state.context.signedInAs ?? ''}. The link may belong to another account: following it replaces your session.`}
      </EmptyScreen>
    </CalmFrame>
  )
}

const Verifying = () => (
  <CalmFrame>
    <EmptyScreen whole icon={<IconMail />} title="Verifying your email">
      One moment, please.
    </EmptyScreen>
  </CalmFrame>
)
