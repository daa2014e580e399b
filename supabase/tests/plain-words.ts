import type { Queryable } from '../local/contracts.ts'
import { englishPaperTexts } from '../../src/shared/domain/texts/papers/english.ts'
import { renderMail } from '../../src/documents/mail/render.ts'
import { type MailValues, mailValuesSchema } from '../../src/documents/mail/values.ts'

/** What a sentence for a person never holds, each with what stands in its place. */
const raw: Readonly<Record<string, RegExp>> = {
  'a currency code before an amount': /\bEUR[ \u00a0]\d/,
  'an amount without its thousands': /(?<![\d.,])\d{4,}\.\d\d\b/,
  'a unit as it is stored':
    /\d[ \u00a0](m2|m_edge|m_height)\b|(?<![\d.,])([2-9]|\d{2,})[ \u00a0](hour|piece|sheet|set)\b/,
  'zeros that nobody counts': /\d\.\d*000\b/,
  'a day as it is stored': /\b20\d\d-\d\d-\d\d\b/,
  'a place that was not filled': /\{\{|\}\}|\{%|%s\b|\bundefined\b|\bnull\b|\bNaN\b|\[object/,
  // The people of the tests are called by their roles.
  'a word of the code': /\b(?!(team_member|account_manager)\b)[a-z]+_[a-z]+\b/,
}

/** What is wrong with a sentence; empty where a person can read it. */
export const unplain = (text: string): string[] =>
  Object.entries(raw).flatMap(([what, pattern]) => (pattern.test(text) ? [`${what}: ${text}`] : []))

/** All notices, notes and mails of a database, as people read them. Mails are written as the sender writes them. */
async function said(tx: Queryable, mails: number): Promise<string[]> {
  const notices = await tx.query<{ text: string }>(`
    select n.title || E'\n' || coalesce(n.message, '') as text from public.notifications n
     union all select c.body from public.contact_notes c`)
  const { rows: queued } = await tx.query<{ subject: string; body: string; data: MailValues }>(`
    select subject, body, data from (
      select coalesce(m.own_subject, t.subject) as subject, coalesce(m.own_body, t.body) as body,
             private.mail_values(m.record_kind, m.record_id, m.variables, m.created_by) as data,
             row_number() over (partition by m.template_key order by m.created_at desc) as place
        from public.scheduled_emails m join public.email_templates t on t.key = m.template_key and t.language = 'en') as x
     where place <= ${mails}`)
  const written = queued.flatMap(({ subject, body, data }) => {
    const values = mailValuesSchema.parse(data)
    return values.values
      ? [renderMail({ subject, body }, { ...values, texts: englishPaperTexts }, 'https://office.example.com')]
      : []
  })
  // Addresses of links hold names of the code; people read the text around them.
  const shown = (text: string) => text.replaceAll(/https?:\/\/\S+/g, '')
  return [...notices.rows.map(({ text }) => text), ...written.flatMap(({ subject, text }) => [subject, shown(text)])]
}

/** Which notices, notes and mails of a database a person could not read; `mails` of each template are looked at. */
export const unplainWords = async (tx: Queryable, mails = 5): Promise<string[]> => [
  ...new Set((await said(tx, mails)).flatMap(unplain)),
]
