import { fromPromise } from 'xstate'
import { authCallbackMachine, type MailedLink } from '@/machines/auth-callback/auth-callback.machine'
import { db } from '@/shared/db/client'

/** A mailed link with its real effects. */
export const liveAuthCallback = authCallbackMachine.provide({
  actors: {
    verifyLink: fromPromise(({ input }) => verifyOnce(input)),
  },
  actions: {
    stripAddress: () => window.history.replaceState(window.history.state, '', window.location.pathname),
  },
})

type Answer = { accepted: boolean }

const asked = new Map<string, Promise<Answer>>()

/** A link can be used once, and React starts an actor twice in development: both starts share one answer. */
function verifyOnce(link: MailedLink | null): Promise<Answer> {
  if (!link) return Promise.resolve({ accepted: false })
  const token = 'tokenHash' in link ? link.tokenHash : link.refreshToken
  const answer = asked.get(token) ?? verify(link)
  asked.set(token, answer)
  return answer
}

async function verify(link: MailedLink): Promise<Answer> {
  const { error } =
    'tokenHash' in link
      ? await db.auth.verifyOtp({ token_hash: link.tokenHash, type: link.type })
      : await db.auth.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken })
  if (error?.name === 'AuthRetryableFetchError') throw error
  return { accepted: !error }
}
