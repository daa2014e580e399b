import { useMachine } from '@xstate/react'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useSay } from '@/kit/client-page/use-say'
import { authPart } from '@/shared/domain/texts/auth/part'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { liveAuthMode } from '../auth-mode.actors'
import { readAuthSearch } from '../auth-search'
import { useSession } from '../session-provider'
import { AuthForm, type AuthMode } from './auth-form'
import { AuthFrame } from './auth-frame'
import { CallbackAlert, ReturnNotice } from './auth-notices'
import { linkTo } from '@/shared/lib/address'
import { optionalPart } from '@/shared/lib/optional-part'

const DemoPeople = optionalPart(async () => (await import('./demo-people')).DemoPeople)

type AuthScreenProps = {
  /** The query of the address: `returnUrl`, `error`, `message`. */
  search: string
  /** True when this backend runs the demo company and offers its people. */
  demo: boolean
}

const words = {
  signIn: { title: 'sign_in', subtitle: 'sign_in_text' },
  signUp: { title: 'sign_up', subtitle: 'sign_up_text' },
  reset: { title: 'reset', subtitle: 'reset_text' },
} as const

/** The mode's word in the address, so that Back and a reload keep it; without one it is sign-in. */
const wordOf: Record<AuthMode, string | null> = { signIn: null, signUp: 'sign-up', reset: 'reset' }
const modes: Readonly<Record<string, AuthMode>> = { 'sign-up': 'signUp', reset: 'reset' }

/** Sign-in, sign-up and reset in one page (spec 1 §2.7). After sign-in it redirects. */
export function AuthScreen({ search, demo }: AuthScreenProps): ReactNode {
  const say = useSay(authPart)
  const session = useSession()
  const [arrival] = useState(() => readAuthSearch(search))
  const [state, send] = useMachine(liveAuthMode, {
    input: { callbackError: arrival.callbackError, passwordWasUpdated: arrival.passwordWasUpdated },
  })
  const { context } = state
  const [query, setQuery] = useSearchParams()
  const { hasEnded, askedToSignIn } = session
  useEffect(() => {
    if (hasEnded) askedToSignIn()
  }, [hasEnded, askedToSignIn])

  const mode = state.hasTag('signUp') ? 'signUp' : state.hasTag('reset') ? 'reset' : 'signIn'
  const isBusy = state.hasTag('busy')
  const asked = modes[query.get('mode') ?? ''] ?? 'signIn'
  useLayoutEffect(() => {
    if (asked !== mode && !isBusy) send({ type: `mode.${asked}` })
  }, [asked, mode, isBusy, send])
  const switchTo = (next: AuthMode) =>
    setQuery((now) => {
      const then = new URLSearchParams(now)
      const word = wordOf[next]
      if (word) then.set('mode', word)
      else then.delete('mode')
      return then
    })

  if (session.status === 'loading') return <LoadingScreen />
  if (session.user && !state.hasTag('busy')) {
    const isTemporary = context.signedIn?.hasTemporaryPassword ?? session.user.hasTemporaryPassword
    return (
      <Navigate
        to={isTemporary ? `${linkTo('/my-profile')}?change-password=true` : (arrival.returnUrl ?? linkTo('/dashboard'))}
        replace
      />
    )
  }

  const submit = (email: string, password: string) => send({ type: 'form.submit', email, password })

  return (
    <AuthFrame
      title={say(words[mode].title)}
      subtitle={say(words[mode].subtitle)}
      aside={
        demo ? (
          <Suspense fallback={null}>
            <DemoPeople disabled={isBusy} signIn={mode === 'signIn' ? submit : null} />
          </Suspense>
        ) : null
      }
    >
      {mode === 'signIn' && arrival.returnUrl ? <ReturnNotice returnUrl={arrival.returnUrl} /> : null}
      <CallbackAlert text={context.callbackProblem} />
      <AuthForm
        mode={mode}
        isBusy={isBusy}
        problem={context.problem}
        notice={context.notice}
        submit={submit}
        mailLink={(email) => send({ type: 'link.wanted', email })}
        switchTo={switchTo}
      />
    </AuthFrame>
  )
}
