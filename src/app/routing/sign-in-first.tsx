import { Navigate, useLocation } from 'react-router-dom'
import { linkTo } from '@/shared/lib/address'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import type { Access } from './access'
import { signInPath } from './sign-in-path'

type SignInFirstProps = { access: Extract<Access, 'loading' | 'signIn' | 'signInAndReturn'> }

/** While nobody is known to be signed in: a loading screen, then sign-in with the way back to the opened page. */
export function SignInFirst({ access }: SignInFirstProps) {
  const { pathname, search } = useLocation()
  if (access === 'loading') return <LoadingScreen />
  const here = pathname + search
  const isStart = here === linkTo('/') || here === linkTo('/dashboard')
  return <Navigate to={access === 'signIn' && isStart ? signInPath() : signInPath(here)} replace />
}
