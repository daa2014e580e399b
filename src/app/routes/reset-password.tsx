import { ResetPasswordScreen } from '@/features/system/auth/components/reset-password-screen'
import { paths } from '../paths'

export const Component = () => <ResetPasswordScreen links={{ signIn: paths.auth }} />
