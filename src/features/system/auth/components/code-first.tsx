import { PageLanguageContext } from '@/shared/hooks/language/page-language'
import { AuthFrame } from './auth-frame'
import { LostDevice, SecondFactorForm } from './second-factor-form'

/** The code of a device before the new password. Second factors are for staff, and in English. */
export const CodeFirst = ({ onDone }: { onDone: () => void }) => (
  <PageLanguageContext value="en">
    <AuthFrame
      title="Enter your code"
      subtitle="Your account has a second factor. Show it before you set a new password."
    >
      <SecondFactorForm wants="code" name="" submitLabel="Continue" onDone={onDone} />
      <LostDevice />
    </AuthFrame>
  </PageLanguageContext>
)
