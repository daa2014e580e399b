import { useLocation } from 'react-router-dom'
import { AuthCallbackScreen } from '@/features/system/auth/components/auth-callback-screen'

export const AuthCallback = () => <AuthCallbackScreen search={useLocation().search} />
