import type { WithTexts } from '../../shared/domain/texts/papers/load.ts'
import { taxNameIn } from '../../shared/domain/texts/tax-names.ts'
import { escapeHtml } from '../../shared/domain/text/escape-html.ts'
import { changedAccountText } from '../paper/payment.ts'
import { companyOf, type Format, formatOf } from '../paper/writing.ts'
import { cleanHtml, textOfHtml } from './clean-html.ts'
import { fillHtml, fillLine, TemplateProblem } from './engine.ts'
import { mailLayout } from './layout.ts'
import type { MailValues } from './values.ts'
import type { ValueType } from './words.ts'

export type WrittenMail = { subject: string; html: string; text: string }

/**
 * A mail from its template. `site` is the address that people type (`https://example.com`): links of values begin with it.
 * Throws a TemplateProblem in words.
 */
export function renderMail(
  template: { subject: string; body: string },
  data: WithTexts<MailValues>,
  site: string,
): WrittenMail {
  if (data.values === null) throw new TemplateProblem('The record of this mail is not there any more')
  const values = writtenValues(data, site)
  const subject = fillLine(template.subject, values)
  if (subject === '') throw new TemplateProblem('The subject is empty')
  const body = withoutEmptyParagraphs(
    cleanHtml(fillHtml(signedOnce(begun(greeted(template.body, values), values), values), values)),
  )
  const whole = data.account_changed ? body + newAccount(data) : body
  return {
    subject,
    html: mailLayout(whole, companyOf(data.company, data.texts), { subject, site, language: data.language }),
    text: `${textOfHtml(whole)}\n\n-- \n${data.company.name}`,
  }
}

/** The attached invoice names the account of its day: the mail says which one is right now. */
const newAccount = ({ company, texts }: WithTexts<MailValues>): string =>
  `<p><strong>${escapeHtml(changedAccountText({ ...company, account_holder: company.account_holder ?? company.name }, texts))}</strong></p>`

/** How a delivery goes, which the database says in English. */
const methods: Readonly<
  Record<string, 'method_pickup' | 'method_delivery' | 'method_installation' | 'method_courier' | 'method_electronic'>
> = {
  pickup: 'method_pickup',
  delivery: 'method_delivery',
  installation: 'method_installation',
  courier: 'method_courier',
  electronic: 'method_electronic',
}

/** The values as written in the mail: money with its currency, days in the company's format, complete links. */
function writtenValues(
  { values, types, company, time_zone, language, texts }: WithTexts<MailValues>,
  site: string,
): Record<string, string> {
  const currency = typeof values?.['currency'] === 'string' ? values['currency'] : 'EUR'
  const writing = formatOf(company, currency, language)
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => {
      const plain = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
      if (name === 'tax') return [name, taxNameIn(language, plain)]
      const method = name === 'method' && language !== 'en' ? methods[plain] : undefined
      if (method) return [name, texts(method)]
      return [name, plain === '' ? '' : written(plain, types[name] ?? 'text', writing, time_zone, site)]
    }),
  )
}

function written(value: string, type: ValueType, writing: Format, timeZone: string, site: string): string {
  switch (type) {
    case 'money':
      return /^-?\d+(\.\d+)?$/.test(value) ? writing.money(value) : value
    case 'date':
      return /^\d{4}-\d{2}-\d{2}/.test(value) ? writing.day(value.slice(0, 10)) : value
    case 'moment':
      return momentText(value, writing, timeZone)
    case 'link':
      return value.startsWith('/') && !value.startsWith('//') ? site.replace(/\/$/, '') + value : value
    case 'text':
      return value
  }
}

/** `2 Dec 2026, 09:30` where the company is; `2 Dec 2026` where only the day is known. */
function momentText(value: string, writing: Format, timeZone: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return writing.day(value)
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return value
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, ...options }).format(moment)
  const day = part({ year: 'numeric', month: '2-digit', day: '2-digit' })
  return `${writing.day(day)}, ${part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`
}

/** A greeting of somebody whose name nobody knows ends before the name: “Guten Tag,”. */
const greeted = (body: string, { recipient }: Record<string, string>): string =>
  recipient ? body : body.replaceAll(/,?(\s|&nbsp;)*\{\{\s*recipient\s*\}\}(?=[,:!])/g, '')

/**
 * The sentence after the greeting goes on in small letters where the grammar of its language wants it. After own words it
 * begins anew.
 */
const begun = (body: string, { note }: Record<string, string>): string =>
  note
    ? body.replace(
        /(\{\{\s*note\s*\}\}\s*<\/p>\s*<p>)(\p{Ll})/gu,
        (_, before: string, letter: string) => before + letter.toUpperCase(),
      )
    : body

/** A mail that nobody signs by name has the company as its sender: it is signed by the company once, and not twice. */
const signedOnce = (body: string, { sender, company }: Record<string, string>): string =>
  sender === '' || sender === company
    ? body.replaceAll(/\{\{\s*sender\s*\}\}\s*<br\s*\/?>\s*(?=\{\{\s*company\s*\}\})/g, '')
    : body

/** A condition that does not hold leaves its paragraph empty. */
const withoutEmptyParagraphs = (html: string): string => html.replace(/<p>(\s|&nbsp;|\u00a0|<br>)*<\/p>/g, '')
