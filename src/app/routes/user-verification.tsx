export { UserVerificationScreen as Component } from '@/features/staff/components/user-verification-screen'
