export { UserVerificationScreen as Component } from '@/features/people/staff/components/user-verification-screen'
