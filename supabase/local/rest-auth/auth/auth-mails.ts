import { AsyncLocalStorage } from 'node:async_hooks'
import { type AccountMail, type AccountMailKind, accountMailsIn } from '../../../../src/documents/mail/account-mail.ts'
import { chosenLanguage, type Language } from '../../../../src/shared/domain/texts/languages.ts'
import type { Engine, Mailer } from '../../contracts.ts'
import { mailLink, type LinkKind } from './auth-redirect.ts'
import type { AuthMails } from '../library.ts'

const kindOfLink = {
  signup: 'confirm',
  invite: 'invite',
  recovery: 'reset',
  email_change: 'change',
  magiclink: 'link',
} as const satisfies Record<LinkKind, AccountMailKind>

export type ProductMails = AuthMails & {
  /** A link to sign in with, and a code that can be typed instead. */
  sendSignIn: (email: string, mailed: { link: string; code: string }) => Promise<void>
  /** A link of ours to choose a new password. */
  sendRecoveryLink: (email: string, link: string) => Promise<void>
  /** The link with which somebody who was invited chooses a password. */
  sendInvitation: (email: string, tokenHash: string) => Promise<void>
  /** Somebody tried to sign up with an address that has an account: told only to the owner of the address. */
  sendAlreadyRegistered: (email: string) => Promise<void>
  /** Told to the address that an account has today. */
  sendEmailChangeNotice: (email: string, wanted: string) => Promise<void>
}

/** The address of the account that wants another one: the new one is nobody's when its mail is written. */
const changing = new AsyncLocalStorage<string>()
/** Runs work that may mail the new address of the account with this one. */
export const whileChanging = <T>(email: string, work: () => Promise<T>): Promise<T> => changing.run(email, work)

/**
 * The language of the account with this address: what its user metadata says, as on Supabase, where the templates read it.
 * The database keeps that.
 */
export async function languageOfAccount(engine: Engine, email: string): Promise<Language> {
  const { rows } = await engine.query<{ own: string | null; company: string | null }>(
    `select raw_user_meta_data ->> 'language' as own, raw_user_meta_data ->> 'company_language' as company
       from auth.users where email = lower($1)`,
    [email],
  )
  return chosenLanguage(rows[0]?.own, rows[0]?.company)
}

/** The auth mails in the reader's language and the company's name, with links to the app's own pages. */
export function createAuthMails(options: {
  mailer: Mailer
  siteUrl: () => string
  origins: () => string[]
  companyName: () => Promise<string>
  languageOf: (email: string) => Promise<Language>
}): ProductMails {
  const { siteUrl, origins, companyName } = options
  const write = async (reader: string) => accountMailsIn(await options.languageOf(reader))
  const sendNow = async (to: string, mail: AccountMail) =>
    options.mailer.send({ to, ...mail, company: await companyName() })
  const sendMail = async (
    email: string,
    kind: AccountMailKind,
    places: { link: string; code?: string; wanted?: string },
  ) => {
    const { mail } = await write(kind === 'change' ? (changing.getStore() ?? email) : email)
    await sendNow(email, mail(kind, { invitation: 'week', ...places, company: await companyName() }))
  }
  const send = (kind: LinkKind) => (email: string, tokenHash: string) =>
    sendMail(email, kindOfLink[kind], { link: mailLink({ kind, tokenHash, siteUrl: siteUrl(), origins: origins() }) })
  const page = (path: string): string => new URL(path, siteUrl()).href
  return {
    sendConfirmation: send('signup'),
    sendInvitation: send('invite'),
    sendRecovery: send('recovery'),
    sendMagicLink: send('magiclink'),
    sendSignIn: (email, mailed) => sendMail(email, 'link', mailed),
    sendRecoveryLink: (email, link) => sendMail(email, 'reset', { link }),
    sendEmailChange: send('email_change'),
    sendReauthentication: async (email, code) => sendNow(email, (await write(email)).code(code)),
    sendEmailChangeNotice: (email, wanted) => sendMail(email, 'notice', { link: page('/my-profile'), wanted }),
    sendAlreadyRegistered: (email) => sendMail(email, 'known', { link: page('/auth') }),
  }
}
