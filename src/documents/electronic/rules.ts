import { isDay } from '../../shared/domain/time/days.ts'
import { compared, type Decimal, exact, minus, negative, plus, sum, times } from '../../shared/domain/money/decimal.ts'
import { ibanProblem } from '../../shared/domain/money/iban.ts'
import { isZero } from '../../shared/domain/money/is-zero.ts'
import { endpointOf, exemptionOf, isAddressScheme, type VatCategory, vatCategories } from './codes.ts'
import { leitwegProblem } from './leitweg.ts'
import type { ElectronicInvoice, ElectronicLine, Party, TaxRow } from './invoice.ts'

/**
 * The rules of EN 16931 and Peppol BIS Billing 3 that our invoices can break, by official id. A file is offered only
 * when none is broken. Rules about elements that we never write (periods, payees, direct debit) are left out.
 */
export type Rule = { id: string; says: string; breaks: (invoice: ElectronicInvoice) => boolean }

const isEmpty = (text: string | null): boolean => (text ?? '').trim() === ''
const isAmount = (text: string): boolean => /^-?\d+(\.\d{1,2})?$/.test(text)
const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)
const same = (a: Decimal, b: Decimal): boolean => compared(a, b) === 0
const apart = (a: Decimal, b: Decimal): Decimal => {
  const difference = minus(a, b)
  return difference.units < 0n ? negative(difference) : difference
}
const signOf = ({ units }: Decimal): number => (units > 0n ? 1 : units < 0n ? -1 : 0)
const isWithin = (a: Decimal, b: Decimal, most: string): boolean => compared(apart(a, b), exact(most)) <= 0

const anyLine = (wrong: (line: ElectronicLine) => boolean) => (invoice: ElectronicInvoice) => invoice.lines.some(wrong)
const anyTax = (wrong: (row: TaxRow) => boolean) => (invoice: ElectronicInvoice) => invoice.taxes.some(wrong)
const bears = (invoice: ElectronicInvoice, category: VatCategory): boolean =>
  [...invoice.lines, ...invoice.taxes].some((row) => row.category === category)
const amountsOf = ({ lines, taxes, totals, books }: ElectronicInvoice): string[] => [
  ...Object.values(totals),
  ...(books && !isEmpty(books.vat) ? [books.vat] : []),
  ...lines.flatMap((line) => [
    line.net,
    ...(line.discount ? [line.discount.base, line.discount.amount] : []),
    ...(line.rest ? [line.rest.amount] : []),
  ]),
  ...taxes.flatMap((row) => [row.base, row.vat]),
]
const numbersOf = (invoice: ElectronicInvoice): string[] => [
  ...invoice.lines.flatMap(({ qty, price, rate, discount }) => [
    qty,
    price,
    rate,
    ...(discount ? [discount.percent] : []),
  ]),
  ...invoice.taxes.map(({ rate }) => rate),
]

/** Checked first: the amounts must be numbers before the sums below read them. */
const readable: Rule[] = [
  {
    id: 'BR-DEC',
    says: 'Every amount is a number with at most two decimals.',
    breaks: (invoice) => !amountsOf(invoice).every(isAmount),
  },
  {
    id: 'NUMBERS',
    says: 'Every quantity, price and rate is a number.',
    breaks: (invoice) => !numbersOf(invoice).every(isNumber),
  },
]

const required: Rule[] = [
  { id: 'BR-02', says: 'The invoice has no number. Issue it first.', breaks: ({ number }) => isEmpty(number) },
  { id: 'BR-03', says: 'The invoice has no date. Issue it first.', breaks: ({ issued }) => !isDay(issued) },
  {
    id: 'BR-04',
    says: 'The kind of document is not an invoice, a prepayment invoice or a credit note.',
    breaks: ({ type }) => !['380', '381', '386'].includes(type),
  },
  { id: 'BR-05', says: 'The invoice has no currency.', breaks: ({ currency }) => isEmpty(currency) },
  { id: 'BR-06', says: 'Your company has no name in Settings, Company.', breaks: ({ seller }) => isEmpty(seller.name) },
  { id: 'BR-07', says: 'The client has no name.', breaks: ({ buyer }) => isEmpty(buyer.name) },
  {
    id: 'BR-09',
    says: 'Your company’s country is missing or not a country. Correct it in Settings, Company.',
    breaks: ({ seller }) => isEmpty(seller.country),
  },
  {
    id: 'BR-11',
    says: 'The client’s country is missing or not a country. Correct it on the client’s card.',
    breaks: ({ buyer }) => isEmpty(buyer.country),
  },
  { id: 'BR-16', says: 'The invoice has no lines.', breaks: ({ lines }) => lines.length === 0 },
  { id: 'BR-21', says: 'A line has no number.', breaks: anyLine(({ id }) => isEmpty(id)) },
  { id: 'BR-23', says: 'A line has no unit.', breaks: anyLine(({ unit }) => isEmpty(unit)) },
  { id: 'BR-25', says: 'A line has no description.', breaks: anyLine(({ name }) => isEmpty(name)) },
  { id: 'BR-27', says: 'A line has a negative price.', breaks: anyLine(({ price }) => exact(price).units < 0n) },
  {
    id: 'BR-53',
    says: 'The {tax} in the currency of the books is missing.',
    breaks: ({ books }) => books !== null && isEmpty(books.vat),
  },
  {
    id: 'BR-55',
    says: 'The credit note does not name the invoice that it corrects.',
    breaks: ({ type, preceding }) => type === '381' && preceding.every(isEmpty),
  },
  {
    id: 'BR-61',
    says: 'A bank transfer needs an IBAN. Enter it in Settings, Company.',
    breaks: ({ payment }) => payment !== null && isEmpty(payment.iban),
  },
  {
    id: 'IBAN',
    says: 'The IBAN of your company is not valid.',
    breaks: ({ payment }) => payment !== null && !isEmpty(payment.iban) && ibanProblem(payment.iban) !== null,
  },
  {
    id: 'BR-62',
    says: 'Your company’s electronic address has no scheme.',
    breaks: ({ seller }) => seller.endpoint !== null && isEmpty(seller.endpoint.scheme),
  },
  {
    id: 'BR-63',
    says: 'The client’s electronic address has no scheme.',
    breaks: ({ buyer }) => buyer.endpoint !== null && isEmpty(buyer.endpoint.scheme),
  },
  {
    id: 'BR-CL-04',
    says: 'The currency is not a code of three letters.',
    breaks: ({ currency }) => !isEmpty(currency) && !/^[A-Z]{3}$/.test(currency),
  },
  {
    id: 'BR-CL-05',
    says: 'The currency of the books is not a code of three letters.',
    breaks: ({ books }) => books !== null && !/^[A-Z]{3}$/.test(books.currency),
  },
  {
    id: 'PEPPOL-EN16931-R005',
    says: 'The currency of the books is named, but is that of the invoice.',
    breaks: ({ books, currency }) => books?.currency === currency,
  },
  {
    id: 'BR-CL-14',
    says: 'A country is not a code of two letters.',
    breaks: ({ seller, buyer }) =>
      [seller, buyer].some(({ country }) => !isEmpty(country) && !/^[A-Z]{2}$/.test(country ?? '')),
  },
  {
    id: 'BR-CL-17',
    says: 'The {tax} category of a line is not known.',
    breaks: ({ lines, taxes }) => [...lines, ...taxes].some(({ category }) => !vatCategories.includes(category)),
  },
  {
    id: 'DATES',
    says: 'The due date or the date of delivery is not a date.',
    breaks: ({ due, deliveredOn }) => [due, deliveredOn].some((text) => text !== null && !isDay(text)),
  },
]

const net = (invoice: ElectronicInvoice): Decimal => sum(invoice.lines.map((line) => exact(line.net)))
const cents = exact('0.01')

const sums: Rule[] = [
  {
    id: 'BR-CO-04',
    says: 'A line has no {tax} category.',
    breaks: anyLine(({ category }) => isEmpty(category)),
  },
  {
    id: 'BR-CO-09',
    says: 'A {tax} number does not begin with the code of its country.',
    breaks: ({ seller, buyer }) =>
      [seller, buyer].some(({ vatNumber }) => vatNumber !== null && !/^[A-Z]{2}[0-9A-Z]+$/.test(vatNumber)),
  },
  {
    id: 'BR-CO-10',
    says: 'The lines do not add up to their total.',
    breaks: (invoice) => !same(net(invoice), exact(invoice.totals.lines)),
  },
  {
    id: 'BR-CO-13',
    says: 'The net amount is not the sum of the lines.',
    breaks: ({ totals }) => !same(exact(totals.lines), exact(totals.net)),
  },
  {
    id: 'BR-CO-14',
    says: 'The {tax} is not the sum of the {tax} table.',
    breaks: ({ taxes, totals }) => !same(sum(taxes.map(({ vat }) => exact(vat))), exact(totals.vat)),
  },
  {
    id: 'PEPPOL-EN16931-R055',
    says: 'The {tax} in the currency of the books is not above or below zero as that of the invoice is.',
    breaks: ({ books, totals }) =>
      books !== null && !isEmpty(books.vat) && signOf(exact(books.vat)) * signOf(exact(totals.vat)) < 0,
  },
  {
    id: 'BR-CO-15',
    says: 'The total is not net plus {tax}.',
    breaks: ({ totals }) => !same(plus(exact(totals.net), exact(totals.vat)), exact(totals.gross)),
  },
  {
    id: 'BR-CO-16',
    says: 'The amount to pay is not the total less what was paid.',
    breaks: ({ totals }) => !same(minus(exact(totals.gross), exact(totals.prepaid)), exact(totals.payable)),
  },
  {
    id: 'BR-CO-17',
    says: 'The {tax} of a rate is not its net amount times the rate.',
    breaks: anyTax(
      ({ base, rate, vat }) => !isWithin(times(times(exact(base), exact(rate)), cents), exact(vat), '1.00'),
    ),
  },
  { id: 'BR-CO-18', says: 'The {tax} table is empty.', breaks: ({ taxes }) => taxes.length === 0 },
  {
    id: 'BR-CO-25',
    says: 'Something is to be paid, but there is neither a due date nor a sentence on payment.',
    breaks: ({ totals, due, terms }) =>
      compared(exact(totals.payable), exact('0')) > 0 && due === null && isEmpty(terms),
  },
  {
    id: 'BR-CO-26',
    says: 'Your company has neither a {tax} number nor a registration number. Enter one in Settings, Company.',
    breaks: ({ seller }) => isEmpty(seller.vatNumber) && isEmpty(seller.registration) && isEmpty(seller.identifier),
  },
  {
    id: 'PEPPOL-EN16931-R120',
    says: 'The net amount of a line is not quantity × price less discount.',
    breaks: anyLine(({ qty, price, discount, rest, net: stored }) => {
      const whole = minus(times(exact(qty), exact(price)), exact(discount?.amount ?? '0'))
      const made = rest ? (rest.isCharge ? plus : minus)(whole, exact(rest.amount)) : whole
      return !isWithin(made, exact(stored), '0.02')
    }),
  },
  {
    id: 'PEPPOL-EN16931-R040',
    says: 'The discount of a line is not its percentage of the price.',
    breaks: anyLine(
      ({ discount }) =>
        discount !== null &&
        !isWithin(times(times(exact(discount.base), exact(discount.percent)), cents), exact(discount.amount), '0.02'),
    ),
  },
]

const has = (party: Party, ...keys: ('vatNumber' | 'registration')[]): boolean =>
  keys.some((key) => !isEmpty(party[key]))
const wordsOf: Record<VatCategory, string> = {
  S: 'standard rated',
  Z: 'zero rated',
  E: 'exempt',
  AE: 'under reverse charge',
  K: 'an intra-Community supply',
  G: 'an export',
  O: 'not subject to {tax}',
}
const family: Record<VatCategory, string> = { S: 'S', Z: 'Z', E: 'E', AE: 'AE', K: 'IC', G: 'G', O: 'O' }

/** The rules that are the same for each VAT category: rates, sums, reasons, VAT numbers. */
const ofCategory = (category: VatCategory): Rule[] => {
  const id = (number: string) => `BR-${family[category]}-${number}`
  const words = wordsOf[category]
  const rules: Rule[] = [
    {
      id: id('01'),
      says: `A line is ${words}, but the {tax} table has no such row.`,
      breaks: (invoice) =>
        invoice.lines.some((line) => line.category === category) &&
        !invoice.taxes.some((row) => row.category === category),
    },
    {
      id: id('05'),
      says: category === 'S' ? 'A standard rated line has no rate above zero.' : `A line is ${words}, but bears {tax}.`,
      breaks: anyLine(
        (line) => line.category === category && (category === 'S' ? exact(line.rate).units <= 0n : !isZero(line.rate)),
      ),
    },
    {
      id: id('08'),
      says: `The {tax} table does not have the net amounts of the lines that are ${words}.`,
      breaks: (invoice) =>
        invoice.taxes.some((row) => {
          if (row.category !== category) return false
          const lines = invoice.lines.filter(
            (line) => line.category === category && same(exact(line.rate), exact(row.rate)),
          )
          return !same(sum(lines.map((line) => exact(line.net))), exact(row.base))
        }),
    },
  ]
  if (category !== 'S')
    rules.push({
      id: id('09'),
      says: `The {tax} table has {tax} on what is ${words}.`,
      breaks: anyTax((row) => row.category === category && !isZero(row.vat)),
    })
  rules.push({
    id: id('10'),
    says: exemptionOf[category]
      ? `What is ${words} gives no reason.`
      : `What is ${words} must not give a reason for exemption.`,
    breaks: anyTax((row) => {
      if (row.category !== category) return false
      const hasReason = !isEmpty(row.reason) || !isEmpty(row.reasonCode)
      return exemptionOf[category] ? !hasReason : hasReason
    }),
  })
  if (category === 'AE' || category === 'K')
    rules.push({
      id: id('02'),
      says: `An invoice ${category === 'AE' ? words : `for ${words}`} needs the {tax} numbers of your company and of the client.`,
      breaks: (invoice) =>
        bears(invoice, category) && !(has(invoice.seller, 'vatNumber') && has(invoice.buyer, 'vatNumber')),
    })
  else if (category !== 'O')
    rules.push({
      id: id('02'),
      says: `An invoice that is ${words} needs the {tax} number of your company. Enter it in Settings, Company.`,
      breaks: (invoice) => bears(invoice, category) && !has(invoice.seller, 'vatNumber'),
    })
  return rules
}

const special: Rule[] = [
  {
    id: 'BR-IC-11',
    says: 'An intra-Community supply needs its date of delivery.',
    breaks: (invoice) => bears(invoice, 'K') && invoice.deliveredOn === null,
  },
  {
    id: 'BR-IC-12',
    says: 'An intra-Community supply needs the country that it went to. Enter it on the client’s card.',
    breaks: (invoice) => bears(invoice, 'K') && isEmpty(invoice.deliveredTo),
  },
  {
    id: 'BR-O-02',
    says: 'What is not subject to {tax} must not show {tax} numbers.',
    breaks: (invoice) => bears(invoice, 'O') && (has(invoice.seller, 'vatNumber') || has(invoice.buyer, 'vatNumber')),
  },
  {
    id: 'BR-O-11',
    says: 'What is not subject to {tax} cannot stand beside lines that are.',
    breaks: (invoice) => bears(invoice, 'O') && invoice.taxes.some(({ category }) => category !== 'O'),
  },
]

const isPeppol = ({ profile }: ElectronicInvoice): boolean => profile === 'peppol'
const isNetworked = ({ profile }: ElectronicInvoice): boolean => profile !== 'en16931'
const peppol: Rule[] = [
  {
    id: 'PEPPOL-EN16931-R003',
    says: 'Peppol needs the client’s order number or a reference of the buyer.',
    breaks: (invoice) => isPeppol(invoice) && isEmpty(invoice.buyerReference) && isEmpty(invoice.orderReference),
  },
  {
    id: 'PEPPOL-EN16931-R010',
    says: 'The network needs an electronic address of the client.',
    breaks: (invoice) => isNetworked(invoice) && isEmpty(invoice.buyer.endpoint?.id ?? null),
  },
  {
    id: 'PEPPOL-EN16931-R020',
    says: 'The network needs an electronic address of your company.',
    breaks: (invoice) => isNetworked(invoice) && isEmpty(invoice.seller.endpoint?.id ?? null),
  },
  {
    id: 'PEPPOL-EN16931-CL008',
    says: 'The scheme of an electronic address is not one of the network’s, or does not fit its {tax} number.',
    breaks: ({ seller, buyer }) =>
      [seller, buyer].some(
        ({ endpoint, vatNumber }) =>
          endpoint !== null &&
          !isEmpty(endpoint.scheme) &&
          (!isAddressScheme(endpoint.scheme) ||
            (endpoint.id === vatNumber && endpointOf(vatNumber)?.scheme !== endpoint.scheme)),
      ),
  },
]

const isXRechnung = ({ profile }: ElectronicInvoice): boolean => profile === 'xrechnung'
const xrechnungNeeds = (id: string, says: string, of: (invoice: ElectronicInvoice) => string | null): Rule => ({
  id,
  says,
  breaks: (invoice) => isXRechnung(invoice) && isEmpty(of(invoice)),
})

/** What German authorities ask beyond EN 16931 (XRechnung 3.0). */
const xrechnung: Rule[] = [
  xrechnungNeeds(
    'BR-DE-1',
    'XRechnung needs an account to pay to. Enter the IBAN in Settings, Company.',
    ({ payment }) => payment?.iban ?? null,
  ),
  xrechnungNeeds(
    'BR-DE-3',
    'XRechnung needs the city of your company. Enter it in Settings, Company.',
    ({ seller }) => seller.city,
  ),
  xrechnungNeeds(
    'BR-DE-4',
    'XRechnung needs the postcode of your company. Enter it in Settings, Company.',
    ({ seller }) => seller.postcode,
  ),
  {
    id: 'BR-DE-27',
    says: 'XRechnung needs the telephone number of your company. Enter it in Settings, Company.',
    breaks: (invoice) => isXRechnung(invoice) && (invoice.seller.contact.phone ?? '').replace(/\D/g, '').length < 3,
  },
  {
    id: 'BR-DE-28',
    says: 'XRechnung needs the e-mail address of your company. Enter it in Settings, Company.',
    breaks: (invoice) => isXRechnung(invoice) && !/^[^@\s]+@[^@\s]+$/.test(invoice.seller.contact.email ?? ''),
  },
  xrechnungNeeds(
    'BR-DE-8',
    'XRechnung needs the city of the client. Enter it on the client’s card.',
    ({ buyer }) => buyer.city,
  ),
  xrechnungNeeds(
    'BR-DE-9',
    'XRechnung needs the postcode of the client. Enter it on the client’s card.',
    ({ buyer }) => buyer.postcode,
  ),
  xrechnungNeeds(
    'BR-DE-15',
    'This client wants XRechnung, and the Leitweg-ID is missing.',
    ({ buyerReference }) => buyerReference,
  ),
  {
    id: 'LEITWEG-ID',
    says: 'The Leitweg-ID of the client is wrong: its form or its check digits.',
    breaks: (invoice) =>
      isXRechnung(invoice) && !isEmpty(invoice.buyerReference) && leitwegProblem(invoice.buyerReference ?? '') !== null,
  },
]

export const rules: readonly Rule[] = [
  ...readable,
  ...required,
  ...sums,
  ...vatCategories.flatMap(ofCategory),
  ...special,
  ...peppol,
  ...xrechnung,
]

/** The rules that an invoice breaks. Sums are looked at only where every amount is a number. */
export function brokenRules(invoice: ElectronicInvoice): Rule[] {
  const unreadable = readable.filter((rule) => rule.breaks(invoice))
  return unreadable.length > 0 ? unreadable : rules.filter((rule) => rule.breaks(invoice))
}
