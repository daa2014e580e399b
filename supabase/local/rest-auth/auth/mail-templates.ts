import { type AccountMail, type AccountMailKind, accountMailsIn } from '../../../../src/documents/mail/account-mail.ts'
import { languages } from '../../../../src/shared/domain/texts/languages.ts'

/** A mail template of Supabase: its name in `supabase/config.toml`, its subject and its body. */
export type MailTemplate = { name: string; subject: string; html: string }

/** The links lead to the app's own callback. The company has no name in a template, so its address stands for it. */
const callback = (type: string, page: string) =>
  `{{ .SiteURL }}/auth/callback?token_hash={{ .TokenHash }}&type=${type}&redirect_to=${page}`
const kinds: readonly { name: string; kind: AccountMailKind; link: string; code?: string }[] = [
  { name: 'confirmation', kind: 'confirm', link: callback('signup', '/auth/email-confirmed') },
  { name: 'invite', kind: 'invite', link: callback('invite', '/auth/reset-password') },
  { name: 'recovery', kind: 'reset', link: callback('recovery', '/auth/reset-password') },
  { name: 'email_change', kind: 'change', link: callback('email_change', '/my-profile') },
  { name: 'magic_link', kind: 'link', link: callback('magiclink', '/dashboard'), code: '{{ .Token }}' },
]

/** What a reader may have typed into the metadata of their account is compared as text. */
const begin = '{{ $language := printf "%v" (or .Data.language .Data.company_language) }}'

/** The templates of Supabase in nine languages, from the texts that the embedded server sends. */
export async function accountMailTemplates(): Promise<MailTemplate[]> {
  const each = await Promise.all(
    languages.map(async ({ value }) => [value, (await accountMailsIn(value)).mail] as const),
  )
  return kinds.map(({ name, kind, ...places }) => {
    const mails = each.map(
      ([language, mail]) =>
        [language, mail(kind, { company: '{{ .SiteURL }}', invitation: 'hour', ...places })] as const,
    )
    const branches = (part: (mail: AccountMail) => string) => {
      const others = mails.filter(([language]) => language !== 'en')
      const asked = others.map(
        ([language, mail], at) => `{{ ${at === 0 ? '' : 'else '}if eq $language "${language}" }}${part(mail)}`,
      )
      const english = mails.find(([language]) => language === 'en')?.[1]
      return `${begin}${asked.join('')}{{ else }}${english ? part(english) : ''}{{ end }}`
    }
    return { name, subject: branches(({ subject }) => subject), html: `${branches(({ html }) => `\n${html}\n`)}\n` }
  })
}

/** `config.toml` with the subjects of these templates. */
export const withSubjects = (config: string, templates: readonly MailTemplate[]): string =>
  templates.reduce(
    (text, { name, subject }) =>
      text.replace(
        new RegExp(`(\\[auth\\.email\\.template\\.${name}\\]\\nsubject = ).*`),
        (_, head: string) => `${head}'${subject}'`,
      ),
    config,
  )
