import { hasStoredSession } from '@/features/system/auth/stored-session'
import type { AppConfig } from '@/shared/db/config'
import { connectDb } from '@/shared/db/connect'
import { afterFirstScreen } from '@/shared/lib/first-screen'
import { askAhead } from './ask-ahead'

/** How long the live line waits for the first screen at most, in ms. */
const linePatience = 5_000

/** The code of the live line is asked for once the first screen stands: polls stand in for the line until then. */
const firstScreen = () =>
  new Promise<void>((stands) => {
    const timer = setTimeout(stands, linePatience)
    afterFirstScreen(() => {
      clearTimeout(timer)
      stands()
    })
  })

/** Connects the whole app, and asks at once for what every screen of a signed-in person waits for. */
export function connectApp(config: AppConfig): void {
  const db = connectDb(config, { lineAfter: firstScreen })
  if (hasStoredSession()) askAhead(db)
}
