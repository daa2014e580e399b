import type { ReactNode } from 'react'
import { PublicLayout } from '../shell/frame/public-layout'
import { OwnLanguage } from '../shell/frame/words/own-language'
import { WithCurrentUser } from '../viewer/with-current-user'

/** The public site for a tab that may have a session. Its screens know the viewer. */
export const PublicArea = ({ children }: { children: ReactNode }) => (
  <WithCurrentUser>
    <OwnLanguage />
    <PublicLayout>{children}</PublicLayout>
  </WithCurrentUser>
)
