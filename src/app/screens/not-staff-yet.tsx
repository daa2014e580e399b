import { CalmFrame } from '@/features/system/auth/components/calm-frame'
import { PasswordForm } from '@/features/system/auth/components/password-form'
import { WaitingForApprovalScreen } from '@/features/system/auth/components/waiting-for-approval-screen'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { BareArea } from '../routing/bare-area'
import { NoRole } from '../shell/person/no-role'

/** The screens of the back office for people who sign in and are not staff. */
export const WaitingForApproval = () => (
  <BareArea>
    <WaitingForApprovalScreen />
  </BareArea>
)

export const WithoutRole = () => (
  <CalmFrame>
    <NoRole />
  </CalmFrame>
)

/** The password page of clients, who have no profile here: a temporary password leads to it (spec 1 §2.7). */
export const ClientPassword = () => (
  <PageFrame title="Choose your password" width="text">
    <PasswordForm />
  </PageFrame>
)
