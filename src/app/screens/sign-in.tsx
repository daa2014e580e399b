import { useLocation } from 'react-router-dom'
import { AuthScreen } from '@/features/system/auth/components/auth-screen'
import { useSite } from '../start/site'

export function SignIn() {
  const { search } = useLocation()
  return <AuthScreen search={search} demo={useSite().config.demo} />
}
