import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { english } from '../../src/shared/domain/texts/refusals/en.ts'
import { refusalOf } from '../../src/shared/domain/texts/refusals/sentences.ts'
import { calledByPages, calledFrom, privateFunctions, refusedByServer, refusedIn } from './said-sentences.ts'

/** Pages of clients who are signed in, and what the server function of cards calls for them. */
const pagesOfClients = ['src/features/client', 'src/features/accounts/payment']
const calledForClients = ['open_client_request']
/** What guards a table, and can meet the answer of a client. Other triggers guard the books against the product’s own faults. */
const triggersOfAnswers = ['guard_extra_work', 'settle_line']
const serverFunctions = ['card-payment', 'mockup-files', 'document-pdf', 'quotation-pictures']
/** Files of pages that say a sentence where the server said none. */
const sayingFiles = [
  'src/features/accounts/payment/api/card-payment.mutation.ts',
  'src/shared/db/fetch/signed-by-link.ts',
  'src/shared/db/fetch/answers-in-words.ts',
]

/** What a place is filled with, where each filling makes a sentence of its own. */
const fillings: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'This quotation is %s': [['approved'], ['rejected'], ['expired'], ['cancelled'], ['draft']],
  'Order %s is %s. Please write a new quotation.': [
    ['SO-1', 'cancelled'],
    ['SO-1', 'completed'],
  ],
  'Version %s was answered already: %s by %s.': ['approved', 'rejected', 'revision requested'].flatMap((answer) => [
    ['2', answer, 'Ann'],
    ['2', answer, 'somebody else'],
  ]),
  'This mockup has %s. There is no page %s.': [
    ['one page', '2'],
    ['3 pages', '4'],
  ],
  'Too many requests. Please try again in %s.': ['second', 'minute', 'hour'].flatMap((unit) => [
    [`1 ${unit}`],
    [`5 ${unit}s`],
  ]),
}

const noPage = 'Only a call that no page makes.'
const ofStaff = 'Only staff.'
/** An order that extra work lowers credits what its open deposit invoice asks for beyond it, which always fits. */
const ofCredits = 'Only staff choose what a credit note takes back.'
const ofDeposits = 'A deposit invoice has a line for each rate and no discount.'
const ofDiscounts = 'Credit takes the discount that holds today, as the database computed it.'
/** Refusals that a page of clients does not meet, and why. */
const unsaid: Readonly<Record<string, string>> = {
  'An answer is approved, rejected or revision_requested': noPage,
  'There is no mail template “%s”': 'A fault of the product.',
  'This form is not known': noPage,
  'This request has no id': noPage,
  'Please ask for between 1 and 62 days': noPage,
  'Please name what is to be paid.': noPage,
  'Please send the uuid of the link.': noPage,
  'Please send the uuid of the link and the visit.': noPage,
  'Please name the kind of document and its id or link.': noPage,
  'Only %s is answered here.': noPage,
  'The body must be JSON.': noPage,
  'At most %s bytes are accepted.': noPage,
  'The server refused this without saying why.': 'There is no reason to say.',
  'You may not do this.': ofStaff,
  'The bank did not give the money back.': ofStaff,
  'The bank did not answer, so nobody knows whether the money went back. Please look there, and then say so at the payment.':
    ofStaff,
  'This credit note is not there any more': ofCredits,
  'This credit note is void': ofCredits,
  'Only an amount of "%s" is credited: it lowers the price and is not invoiced again. Credit the line to invoice it again':
    ofCredits,
  'Of "%s" too much is invoiced again by %s: please credit or void that first': ofCredits,
  'At %s %% {tax} only %s net are left to credit of %s': ofCredits,
  'A discount is credited with the lines that it was taken from': ofCredits,
  'No more than %s can be credited of %s: credit its discounts with its lines': ofCredits,
  'Of the deposit %s only %s net are left to credit at %s %% {tax}': ofCredits,
  'Deposits are credited by themselves: please choose lines only': ofCredits,
  'This invoice has no such {tax} rate': ofCredits,
  'At %s %% {tax} only %s are left to credit of %s': ofCredits,
  'The lines at %s %% {tax} have less left to credit: please credit quantities of lines': ofCredits,
  'This invoice is not there any more': ofCredits,
  'Only an issued invoice is credited': ofCredits,
  'Please say why, in 2000 characters at most': ofCredits,
  'The discounts are larger than what they are taken from': ofDeposits,
  'An invoice may have 1000 lines at most': ofDeposits,
  "format('%s has no cash discount that is left', v_invoice.invoice_number)": ofDiscounts,
  'With the cash discount of %s, %s of %s are to be paid': ofDiscounts,
  p_words: ofDiscounts,
}

let said: { by: string; sentence: string }[]

beforeAll(async () => {
  const { bodies, anyone } = await privateFunctions()
  const open = [...anyone, ...(await calledByPages(pagesOfClients))]
  const byDatabase = [...calledFrom([...open, ...calledForClients, ...triggersOfAnswers], bodies)].flatMap((by) =>
    refusedIn(bodies.get(by) ?? '').map((sentence) => ({ by, sentence })),
  )
  const byServer = serverFunctions.map(async (by) =>
    (await refusedByServer(`supabase/functions/${by}/index.ts`)).map((sentence) => ({ by, sentence })),
  )
  const byPages = sayingFiles.map(async (by) =>
    [...(await readFile(by, 'utf8')).matchAll(/(?:data\.error :|^ {2}\w+:) '(\p{Lu}[^']+)'/gmu)].map(
      ([, sentence = '']) => ({
        by,
        sentence,
      }),
    ),
  )
  said = [...byDatabase, ...(await Promise.all([...byServer, ...byPages])).flat()]
})

/** The sentence with each of its fillings; with a sample where any filling makes the same sentence. */
const filled = (sentence: string): string[] =>
  (fillings[sentence] ?? [Array<string>(9).fill('Xx')]).map((places) => {
    const left = [...places]
    return sentence.replaceAll('%s', () => left.shift() ?? '')
  })

test('every refusal that a client can meet has a code, and so a text in nine languages', () => {
  const unknown = said.filter(
    ({ sentence }) => !(sentence in unsaid) && filled(sentence).some((one) => refusalOf(one) === null),
  )
  expect(unknown).toEqual([])
  expect(said.length).toBeGreaterThan(150)
})

test('every code, filling and exception is said by something', () => {
  const sentences = new Set(said.map(({ sentence }) => sentence))
  const codes = new Set([...sentences].flatMap(filled).map((one) => refusalOf(one)?.code))
  expect(Object.keys(english).filter((code) => !codes.has(code as keyof typeof english))).toEqual([])
  expect(Object.keys({ ...unsaid, ...fillings }).filter((sentence) => !sentences.has(sentence))).toEqual([])
})

test('the fillings of a quotation and of a mockup are the states that a table knows', async () => {
  const statesOf = async (file: string, constraint: string) => {
    const source = await readFile(`supabase/schemas/${file}.sql`, 'utf8')
    const list = source.split(`constraint ${constraint} check (status in`)[1]?.split(')')[0] ?? ''
    return [...list.matchAll(/'(\w+)'/g)].map(([, state = '']) => state)
  }
  const open = ['sent', 'change_requested', 'converted']
  const closed = (await statesOf('sales/quotations', 'quotations_status_is_known')).filter((one) => !open.includes(one))
  expect(fillings['This quotation is %s']?.flat().toSorted()).toEqual(closed.toSorted())
  const unanswered = ['draft', 'internal_review', 'sent', 'superseded']
  const answers = (await statesOf('production/mockups', 'mockups_status_is_known')).filter(
    (one) => !unanswered.includes(one),
  )
  const known = new Set(fillings['Version %s was answered already: %s by %s.']?.map(([, answer]) => answer))
  expect([...known].toSorted()).toEqual(answers.map((one) => one.replace('_', ' ')).toSorted())
})
