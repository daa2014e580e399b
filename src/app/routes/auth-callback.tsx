import { useLocation } from 'react-router-dom'
import { AuthCallbackScreen } from '@/features/system/auth/components/auth-callback-screen'
import { paths } from '../paths'

export function Component() {
  const { search } = useLocation()
  return <AuthCallbackScreen search={search} links={{ signIn: paths.auth, dashboard: paths.dashboard }} />
}
