import type { Engine } from '../contracts.ts'
import { createKeys } from '../gateway/keys.ts'
import { openMailbox } from '../mail/mailbox.ts'
import { createQuickAnswers } from '../quick-answers/quick-answers.ts'
import { createAuthMails } from '../rest-auth/auth/auth-mails.ts'
import { openLibrary } from '../rest-auth/library.ts'
import { createTurns } from '../rest-auth/turns.ts'

/** The REST library and the quick answers over one database, to compare what they answer. */
export async function openBothWays(engine: Engine) {
  const site = () => 'http://127.0.0.1'
  const mails = createAuthMails({
    ...{ engine, mailer: await openMailbox(), siteUrl: site, origins: () => [site()] },
    companyName: () => Promise.resolve('Signwright'),
    languageOf: () => Promise.resolve('en'),
  })
  const library = openLibrary({ engine, keys: createKeys(), mails, inTurn: createTurns(), exposed: ['public'] })
  await library.forgetSchema()
  return { library, quick: createQuickAnswers(engine, createTurns()) }
}
