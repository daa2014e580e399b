import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accountMailsPart } from './account-mails/part.ts'
import { accountsPart } from './accounts/part.ts'
import { appointmentPart } from './appointment/part.ts'
import { authPart } from './auth/part.ts'
import { titlesPart } from './titles/part.ts'
import { blocksPart } from './blocks/part.ts'
import { bookingPart } from './booking/part.ts'
import { briefPart } from './brief/part.ts'
import { cataloguePart } from './catalogue/part.ts'
import { formsPart } from './forms/part.ts'
import { policyPart } from './policy/part.ts'
import { registrationPart } from './registration/part.ts'
import { reviewPart } from './review/part.ts'
import { signInPart } from './sign-in/part.ts'
import { sitePart } from './site/part.ts'
import { demoPart } from './demo/part.ts'
import { deliveryPart } from './delivery/part.ts'
import { headPart } from './head/part.ts'
import { framePart } from './frame/part.ts'
import { type Language, languages } from './languages.ts'
import { loadPart, type Part, textsOfPart } from './part.ts'
import { portalPart } from './portal/part.ts'
import { proofsPart } from './proofs/part.ts'
import { refusalsPart } from './refusals/part.ts'
import { translationProblems } from './testing.ts'
import type { Catalogue, Message } from './texts.ts'

type Same = Readonly<Partial<Record<Language, readonly string[]>>>

/** Every part, and the words that a language shares with English in it. */
const parts: readonly [part: Part<Catalogue>, same: Same][] = [
  [accountMailsPart as unknown as Part<Catalogue>, {}],
  [accountsPart as unknown as Part<Catalogue>, {}],
  [deliveryPart as unknown as Part<Catalogue>, {}],
  [framePart as unknown as Part<Catalogue>, { fr: ['Services'], pt: ['Site'], nl: ['Tips'] }],
  [headPart as unknown as Part<Catalogue>, {}],
  [authPart as unknown as Part<Catalogue>, {}],
  [titlesPart as unknown as Part<Catalogue>, {}],
  [blocksPart as unknown as Part<Catalogue>, {}],
  [bookingPart as unknown as Part<Catalogue>, { fr: ['{type}, {minutes} minutes.', '{count} minutes'], nl: ['Later'] }],
  [appointmentPart as unknown as Part<Catalogue>, { fr: ['Note', 'Questions'] }],
  [briefPart as unknown as Part<Catalogue>, { es: ['Metal'], pt: ['Metal'], nl: ['Elegant'], pl: ['Metal'] }],
  [cataloguePart as unknown as Part<Catalogue>, { de: ['Extras'], es: ['Extras'], pt: ['Extras'], nl: ['Tips'] }],
  [formsPart as unknown as Part<Catalogue>, {}],
  [policyPart as unknown as Part<Catalogue>, { de: ['Version {version}'], fr: ['Version {version}'] }],
  [registrationPart as unknown as Part<Catalogue>, { nl: ['Postcode'] }],
  [reviewPart as unknown as Part<Catalogue>, { fr: ['Excellent'] }],
  [demoPart as unknown as Part<Catalogue>, {}],
  [signInPart as unknown as Part<Catalogue>, {}],
  [sitePart as unknown as Part<Catalogue>, { fr: ['Services'] }],
  [refusalsPart as unknown as Part<Catalogue>, {}],
  [portalPart as unknown as Part<Catalogue>, { nl: ['Orders', '{amount} open'] }],
  [
    proofsPart as unknown as Part<Catalogue>,
    {
      fr: [
        'Version {version}',
        '{company} · {job} · version {version}',
        'Page {page}',
        'Page {page}, {version}',
        'page {page}',
        'client',
        'Zoom',
      ],
      nl: ['Spelling', 'Zoom'],
      it: ['Zoom'],
      es: ['Zoom'],
      pt: ['Zoom'],
    },
  ],
]

test.each(parts.map(([part, same]) => [part.name, part, same] as const))(
  'the pages of %s have every text in nine languages, with the same places and no English left over',
  async (name, part, same) => {
    const each = await Promise.all(
      languages.map(async ({ value }) => [value, (await loadPart(part, value)) ?? part.english] as const),
    )
    const translations = Object.fromEntries(each) as Record<Language, Record<string, Message>>
    const { coverage, problems } = translationProblems(part.english, translations, same)
    process.stdout.write(`texts of ${name}: ${coverage}\n`)
    expect(problems).toEqual([])
    expect(coverage.match(/100 %/g)).toHaveLength(9)
  },
)

test('every part is held', () => {
  const folders = readdirSync(import.meta.dirname).filter((one) => existsSync(`${import.meta.dirname}/${one}/part.ts`))
  expect(parts.map(([{ name }]) => name).sort()).toEqual(folders.sort())
})

test('a part that is not loaded is English', async () => {
  const german = textsOfPart(accountsPart, 'de', await loadPart(accountsPart, 'de'))
  expect([german('i_have_paid'), german.language]).toEqual(['Ich habe bezahlt', 'de'])
  const english = textsOfPart(accountsPart, 'de', null)
  expect([english('i_have_paid'), english.language]).toEqual(['I have paid', 'en'])
})
