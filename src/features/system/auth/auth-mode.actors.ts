import { notifications } from '@mantine/notifications'
import { fromPromise } from 'xstate'
import { authModeMachine, type SignedIn } from '@/machines/auth-mode/auth-mode.machine'
import type { Credentials } from '@/machines/auth-mode/credentials'
import { db } from '@/shared/db/client'
import { readOwnContact } from '@/shared/db/reads/own-contact'
import { authPart } from '@/shared/domain/texts/auth/part'
import { isLanguage } from '@/shared/domain/texts/languages'
import { loadPart, textsOfPart } from '@/shared/domain/texts/part'
import { mailTargets } from '@/shared/domain/web/return-url'

/** The longest wait of a sign-in for the temporary-password flag, in ms. */
const flagPatience = 3_000

/** The sign-in page with its real effects. */
export const liveAuthMode = authModeMachine.provide({
  actors: {
    signIn: fromPromise(({ input }) => signIn(input)),
    signUp: fromPromise(({ input }) => signUp(input)),
    requestReset: fromPromise(({ input }) => requestReset(input)),
    mailLink: fromPromise(({ input }) => mailLink(input)),
  },
  actions: {
    welcomeTemporaryPassword: () => void welcome(),
  },
})

/** Says in the language of the page that the password was a temporary one. */
async function welcome(): Promise<void> {
  const { lang } = document.documentElement
  const language = isLanguage(lang) ? lang : 'en'
  const say = textsOfPart(authPart, language, await loadPart(authPart, language).catch(() => null))
  notifications.show({ title: say('temporary_title'), message: say('temporary_text'), autoClose: 10_000 })
}

async function signIn({ email, password }: Credentials): Promise<SignedIn> {
  const { data, error } = await db.auth.signInWithPassword({ email, password })
  if (error) throw error
  const contact = await readOwnContact(data.user.id, AbortSignal.timeout(flagPatience)).catch(() => null)
  return { hasTemporaryPassword: contact?.has_temporary_password ?? false }
}

async function signUp({ email, password }: Credentials): Promise<void> {
  const { error } = await db.auth.signUp({
    email,
    password,
    options: {
      emailRedirectTo: window.location.origin + mailTargets.emailConfirmed,
      // The mails about the account are written in the language of this page.
      data: { language: document.documentElement.lang },
    },
  })
  if (error) throw error
}

/** Asks for a link that signs in. */
async function mailLink({ email }: { email: string }): Promise<void> {
  const { error } = await db.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: `${window.location.origin}/dashboard` },
  })
  if (error) throw error
}

/** Asks for a reset link by mail. */
export async function requestReset({ email }: { email: string }): Promise<void> {
  const { error } = await db.auth.resetPasswordForEmail(email, {
    redirectTo: window.location.origin + mailTargets.resetPassword,
  })
  if (error) throw error
}
