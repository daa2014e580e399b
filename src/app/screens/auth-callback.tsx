export { AuthCallbackScreen as AuthCallback } from '@/features/system/auth/components/auth-callback-screen'
