import { EmailConfirmedScreen } from '@/features/system/auth/components/email-confirmed-screen'
import { paths } from '../paths'

export const Component = () => <EmailConfirmedScreen links={{ signIn: paths.auth }} />
