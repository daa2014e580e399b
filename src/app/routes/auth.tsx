import { useLocation } from 'react-router-dom'
import { AuthScreen } from '@/features/system/auth/components/auth-screen'
import { changePasswordPath, paths } from '../paths'
import { useSite } from '../site'

export function Component() {
  const { search } = useLocation()
  const { config } = useSite()
  return (
    <AuthScreen
      search={search}
      links={{ dashboard: paths.dashboard, changePassword: changePasswordPath }}
      demo={config.demo}
    />
  )
}
