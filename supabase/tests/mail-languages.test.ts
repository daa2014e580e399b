import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderMail } from '../../src/documents/mail/render.ts'
import { mailValuesSchema } from '../../src/documents/mail/values.ts'
import { languages } from '../../src/shared/domain/texts/languages.ts'
import { paperTexts } from '../../src/shared/domain/texts/papers/load.ts'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn } from './trade.ts'
import { openWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

type Template = { key: string; language: string; kind: string; subject: string; body: string; is_active: boolean }
const shipped = () =>
  undone(engine, async (tx) => {
    const { rows } = await tx.query<Template>(
      `select key, language, kind, subject, body, is_active from public.email_templates where created_by is null order by key, language`,
    )
    return rows
  })

/** The variables, tags and elements of a text, in any order. */
const partsOf = (text: string): string[] =>
  [...text.matchAll(/\{\{[^}]*\}\}|\{%[^%]*%\}|<[^>]*>/g)].map(([part]) => part).sort()
/** The sentences between them. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/\{\{[^}]*\}\}|\{%[^%]*%\}|<[^>]*>/)
    .map((part) => part.replaceAll(/^[\s.,:;?!]+|[\s.,:;?!]+$/g, ''))
    .filter((part) => /\p{L}{4}/u.test(part))

test('every mail is shipped in nine languages, with the same values and conditions, and no English left over', async () => {
  const all = await shipped()
  const english = all.filter(({ language }) => language === 'en')
  const coverage = languages.map(({ value }) => {
    const there = english.filter(({ key }) => all.some((one) => one.key === key && one.language === value))
    return `${value} ${there.length}/${english.length}`
  })
  process.stdout.write(`mails: ${coverage.join(', ')}\n`)
  expect(english.length).toBeGreaterThan(20)
  expect(coverage).toEqual(languages.map(({ value }) => `${value} ${english.length}/${english.length}`))
  const problems = english.flatMap(({ key, subject, body, is_active }) =>
    all
      .filter((one) => one.key === key && one.language !== 'en')
      .flatMap((one) => {
        const left = [...sentencesOf(subject), ...sentencesOf(body)].filter((sentence) =>
          [...sentencesOf(one.subject), ...sentencesOf(one.body)].includes(sentence),
        )
        return [
          ...(partsOf(one.subject).join() === partsOf(subject).join() ? [] : [`${one.language} ${key}: subject`]),
          ...(partsOf(one.body).join() === partsOf(body).join() ? [] : [`${one.language} ${key}: body`]),
          ...(one.is_active === is_active ? [] : [`${one.language} ${key}: switched`]),
          ...left.map((sentence) => `${one.language} ${key}: ${sentence}`),
        ]
      }),
  )
  expect(problems).toEqual([])
})

test('every mail can be written in its language, with its days, its tax and the facts of the company', async () => {
  const all = await shipped()
  await undone(engine, async (tx) => {
    await tx.exec(`update public.company_settings set vat_number = 'MT12345678'`)
    for (const { key, language, kind, subject, body } of all) {
      const { rows } = await tx.query<{ data: unknown }>(`select private.mail_values($1, null, '{}', null) as data`, [
        kind,
      ])
      const data = mailValuesSchema.parse({ ...Object(rows[0]?.data), language })
      const mail = renderMail(
        { subject, body },
        { ...data, texts: await paperTexts(data.language) },
        'https://x.example',
      )
      expect(`${key} ${mail.subject}`).not.toMatch(/\{|%\}/)
      expect(mail.html).toContain(`<html lang="${language}">`)
      if (language !== 'en') expect(mail.text).not.toMatch(/20 Nov 2026|Kind regards|Hello /)
      if (key === 'statement') {
        const inFavour = { ...data.values, balance: '-441.51', to_pay: null, in_favour: '441.51' }
        const texts = await paperTexts(data.language)
        const { text } = renderMail({ subject, body }, { ...data, values: inFavour, texts }, 'https://x.example')
        expect(text, language).toContain('441')
        expect(text, language).not.toMatch(/[-−]\s?€?441/)
        expect(mail.text, language).toMatch(/2.?180/)
      }
      if (key === 'invoice' && language === 'de') {
        expect(mail.text).toContain('inklusive MwSt.')
        expect(mail.text).toContain('20. Dez. 2026')
        expect(mail.html).toContain('USt-IdNr. MT12345678')
      }
    }
  })
})

test('a mail that is switched on in English is so in the languages that it was shipped in, and not in those of the company', async () => {
  await undone(engine, async (tx) => {
    const { as } = await tradeIn(tx)
    const admin = as('admin')
    const on = () =>
      admin.rows<{ language: string }>(
        `select language from public.email_templates where key = 'delivery_delivered' and is_active order by language`,
      )
    expect(await on()).toEqual([])
    await as('server').run(
      `update public.email_templates set created_by = (select id from auth.users limit 1) where key = 'delivery_delivered' and language = 'fr'`,
    )
    await admin.run(
      `update public.email_templates set is_active = true where key = 'delivery_delivered' and language = 'en'`,
    )
    expect((await on()).map(({ language }) => language)).toEqual(
      languages
        .map(({ value }) => value)
        .filter((one) => one !== 'fr')
        .sort(),
    )
    await admin.run(
      `update public.email_templates set is_active = false where key = 'delivery_delivered' and language = 'en'`,
    )
    expect(await on()).toEqual([])
  })
})
