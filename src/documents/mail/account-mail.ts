import { escapeHtml } from '../../shared/domain/text/escape-html.ts'
import { accountMailsPart } from '../../shared/domain/texts/account-mails/part.ts'
import { authPart } from '../../shared/domain/texts/auth/part.ts'
import { chosenLanguage } from '../../shared/domain/texts/languages.ts'
import { loadPart, textsOfPart } from '../../shared/domain/texts/part.ts'
import type { Texts } from '../../shared/domain/texts/texts.ts'

/** The mails of the auth server that lead to a page. */
export type AccountMailKind =
  | 'confirm'
  | 'invite'
  | 'reset'
  | 'change'
  | 'link'
  /** To the address that an account has today. */
  | 'notice'
  /** To an address that has an account already. */
  | 'known'

/** What a mail is filled with: texts, or the places of a template. */
export type AccountMailPlaces = {
  company: string
  link: string
  /** How long the link of an invitation lives. */
  invitation: 'week' | 'hour'
  /** A code that can be typed instead of the link. */
  code?: string
  /** The address that an account shall have. */
  wanted?: string
}
export type AccountMail = { subject: string; text: string; html: string }

type Words = Texts<typeof accountMailsPart.english>
type Said = { subject: string; lead: string; button: string; note: string }

/**
 * The mails about accounts, from one source for the embedded auth server and the templates of Supabase, in the first of these
 * languages that clients read.
 */
export async function accountMailsIn(...codes: readonly (string | null | undefined)[]) {
  const language = chosenLanguage(...codes)
  const say = textsOfPart(accountMailsPart, language, await loadPart(accountMailsPart, language))
  const forgot = textsOfPart(authPart, language, await loadPart(authPart, language))('forgot')
  return {
    mail: (kind: AccountMailKind, places: AccountMailPlaces): AccountMail =>
      written(say, saidBy(kind, say, { ...places, forgot }), places),
    code: (code: string): AccountMail => {
      const text = say('code_lead', { code })
      return { subject: say('code_subject'), text: `${text}\n`, html: `<p>${escapeHtml(text)}</p>` }
    },
    registration: (name: string): AccountMail => {
      const hello = name === '' ? say('hello') : say('hello_name', { name })
      const lines = [hello, say('registration_thanks'), say('registration_next')]
      const html = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')
      return { subject: say('registration_subject'), text: lines.join('\n\n'), html }
    },
  }
}

function saidBy(kind: AccountMailKind, say: Words, places: AccountMailPlaces & { forgot: string }): Said {
  const { company, forgot, wanted = '', invitation } = places
  const leads: Record<AccountMailKind, () => string> = {
    confirm: () => say('confirm_lead', { company }),
    invite: () => say('invite_lead', { company }),
    reset: () => say('reset_lead', { company }),
    change: () => say('change_lead', { company }),
    link: () => say('link_lead', { company }),
    notice: () => say('notice_lead', { wanted }),
    known: () => say('known_lead', { company }),
  }
  const note = kind === 'invite' ? say(`invite_note_${invitation}`, { forgot }) : say(`${kind}_note`)
  const subject = kind === 'invite' ? say('invite_subject', { company }) : say(`${kind}_subject`)
  return { subject, lead: leads[kind](), button: say(`${kind}_button`), note }
}

const frame = 'font:16px/1.5 system-ui,sans-serif;color:#1f2933;max-width:32rem'
const pill =
  'display:inline-block;padding:.6rem 1.2rem;border-radius:.4rem;background:#1d4f91;color:#fff;text-decoration:none'

function written(say: Words, { subject, lead, button, note }: Said, { link, code }: AccountMailPlaces): AccountMail {
  const typed = code === undefined ? '' : `${say('link_code', { code })}\n\n`
  const shown = code === undefined ? '' : `<p>${strong(escapeHtml(say('link_code', { code })), code)}</p>\n`
  return {
    subject,
    text: `${lead}\n\n${button}: ${link}\n\n${typed}${note}\n`,
    html: `<div lang="${say.language}" style="${frame}">
<p>${escapeHtml(lead)}</p>
<p><a href="${escapeHtml(link)}" style="${pill}">${escapeHtml(button)}</a></p>
${shown}<p style="color:#52606d;font-size:14px">${escapeHtml(note)}</p>
</div>`,
  }
}

const strong = (text: string, code: string): string =>
  text.replace(code, `<strong style="letter-spacing:.1em">${code}</strong>`)
