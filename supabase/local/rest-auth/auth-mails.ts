import type { Mail, Mailer } from '../contracts.ts'
import { mailLink, type LinkKind } from './auth-redirect.ts'
import type { AuthMails } from './library.ts'

type Words = { subject: string; lead: string; button: string; note: string }

const words = {
  signup: {
    subject: 'Confirm your email',
    lead: 'Welcome to {company}. Please confirm that this is your email address.',
    button: 'Confirm my email',
    note: 'The link works once and for one hour. If you did not sign up, you can ignore this message.',
  },
  invite: {
    subject: 'You are invited to {company}',
    lead: 'A colleague invites you to work with them at {company}. Choose a password of your own, then sign in.',
    button: 'Accept the invitation',
    note: 'The link works once and for a week. After that, choose “Forgot your password?” on the sign-in page.',
  },
  recovery: {
    subject: 'Reset your password',
    lead: 'Somebody asked for a new password for your account at {company}.',
    button: 'Choose a new password',
    note: 'The link works once and for one hour. If it was not you, nothing has changed and you can ignore this message.',
  },
  email_change: {
    subject: 'Confirm your new email',
    lead: 'Please confirm the change of the email address of your account at {company}.',
    button: 'Confirm the change',
    note: 'The link works once and for one hour.',
  },
  magiclink: {
    subject: 'Your sign-in link',
    lead: 'Here is your link to sign in to {company}.',
    button: 'Sign in',
    note: 'The link works once and for one hour. If it was not you, you can ignore this message.',
  },
} satisfies Record<LinkKind, Words>

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

/** The auth mails in the product's words and the company's name, with links to the app's own pages. */
export function createAuthMails(options: {
  mailer: Mailer
  siteUrl: () => string
  origins: () => string[]
  companyName: () => Promise<string>
}): ProductMails {
  const { siteUrl, origins, companyName } = options
  const sendNow = async (mail: Mail) => options.mailer.send({ ...mail, company: await companyName() })
  const named = async (text: string) => text.replaceAll('{company}', await companyName())
  const sendLink = async (kind: LinkKind, email: string, link: string, code?: string) => {
    const { subject, lead, button, note } = words[kind]
    const told = { lead: await named(lead), button, note, ...(code === undefined ? {} : { code }) }
    await sendNow({ to: email, subject: await named(subject), ...render(told, link) })
  }
  const send = (kind: LinkKind) => (email: string, tokenHash: string) =>
    sendLink(kind, email, mailLink({ kind, tokenHash, siteUrl: siteUrl(), origins: origins() }))
  return {
    sendConfirmation: send('signup'),
    sendInvitation: send('invite'),
    sendRecovery: send('recovery'),
    sendMagicLink: send('magiclink'),
    sendSignIn: (email, { link, code }) => sendLink('magiclink', email, link, code),
    sendRecoveryLink: (email, link) => sendLink('recovery', email, link),
    sendEmailChange: send('email_change'),
    sendReauthentication: async (email, code) => {
      const text = `Your confirmation code is ${code}.\n`
      await sendNow({ to: email, subject: 'Your confirmation code', text, html: `<p>${text}</p>` })
    },
    sendEmailChangeNotice: async (email, wanted) => {
      const known = {
        lead: `Somebody who is signed in to your account asked to change its email address to ${wanted}. The new address has to confirm it.`,
        button: 'Open my profile',
        note: 'If it was not you, choose a new password now: that signs everybody else out.',
      }
      const link = new URL('/my-profile', siteUrl()).href
      await sendNow({ to: email, subject: 'Your email address is about to change', ...render(known, link) })
    },
    sendAlreadyRegistered: async (email) => {
      const known = {
        lead: await named('Somebody tried to sign up to {company} with this address, which has an account already.'),
        button: 'Sign in',
        note: 'If you forgot your password, choose the reset link on that page. If it was not you, nothing has changed.',
      }
      const link = new URL('/auth', siteUrl()).href
      await sendNow({ to: email, subject: 'You already have an account', ...render(known, link) })
    },
  }
}

type Told = Omit<Words, 'subject'> & { code?: string }

function render({ lead, button, note, code }: Told, link: string): { text: string; html: string } {
  const shown = escapeHtml(lead)
  const href = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return {
    text: `${lead}\n\n${button}: ${link}\n\n${code ? `Or enter this code: ${code}\n\n` : ''}${note}\n`,
    html: `<div style="font:16px/1.5 system-ui,sans-serif;color:#1f2933;max-width:32rem">
<p>${shown}</p>
<p><a href="${href}" style="display:inline-block;padding:.6rem 1.2rem;border-radius:.4rem;background:#1d4f91;color:#fff;text-decoration:none">${button}</a></p>
${code ? `<p>Or enter this code: <strong style="letter-spacing:.1em">${code}</strong></p>\n` : ''}<p style="color:#52606d;font-size:14px">${note}</p>
</div>`,
  }
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
