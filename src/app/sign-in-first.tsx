import { Navigate, useLocation } from 'react-router-dom'
import { LoadingScreen } from '@/shared/ui/loading-screen'
import type { Access } from './access'
import { signInPath } from './sign-in-path'

type SignInFirstProps = { access: Extract<Access, 'loading' | 'signIn' | 'signInAndReturn'> }

/** While nobody is known to be signed in: a calm wait, then the way to sign-in, and back again where the guard says so. */
export function SignInFirst({ access }: SignInFirstProps) {
  const { pathname, search } = useLocation()
  if (access === 'loading') return <LoadingScreen />
  return <Navigate to={access === 'signIn' ? signInPath() : signInPath(pathname + search)} replace />
}
