import { compared, exact, isAboveZero, minus, sum, written } from '../../shared/domain/money/decimal.ts'
import {
  counts,
  type DocumentLine,
  hasAmounts,
  isChargedBySize,
  isChargedOtherwise,
  isPartDiscount,
  printedPrice,
  printedNet,
  printedQty,
  type VatTreatment,
} from '../lines.ts'
import { detailsIn } from '../discount-words.ts'
import { breakTexts } from '../price-breaks.ts'
import { extentText, sizeText } from '../sizes.ts'
import { sizeUnitOf } from '../units.ts'
import { isOfPlace, partsOfTax, type TaxExemption, type TaxPlace } from '../tax-place.ts'
import { carriedNets, type VatRow } from '../totals.ts'
import type { Column, Fact, Paper, PaperRow, PaperTable } from './paper.ts'
import { countryCode } from '../../shared/domain/places/country-code.ts'
import { unionCountries } from '../../shared/domain/places/european-union.ts'
import type { PaperTexts, WithTexts } from '../../shared/domain/texts/papers/load.ts'
import { productLine, sizeWords } from './product-words.ts'
import type { BilledVat, CompanyFacts, PricedDocument } from './source.ts'
import { addresseeLines, companyOf, paragraphsOf, siteLines, type Writing } from './writing.ts'

/** A credit note of amounts alone has no quantities: it has no columns for them. */
const isOfAmounts = (lines: readonly DocumentLine[]): boolean => {
  const priced = lines.filter(({ kind }) => hasAmounts(kind))
  return priced.length > 0 && priced.every(({ by_amount }) => by_amount === true)
}

/**
 * The lines of a priced document. It has a discount column only with discounts, and a VAT column only with several
 * rates.
 */
export function pricedTable(lines: readonly DocumentLine[], vatTable: readonly VatRow[], writing: Writing): PaperTable {
  const { say } = writing
  const hasDiscount = lines.some((line) => hasAmounts(line.kind) && exact(line.discount_pct ?? '0').units !== 0n)
  const hasRates = vatTable.length > 1
  const hasQuantities = !isOfAmounts(lines)
  const columns: Column[] = [
    { label: say('description'), align: 'start', share: 46 },
    ...(hasQuantities
      ? [
          { label: say('quantity'), align: 'end' as const, share: 12 },
          { label: say('unit_price'), align: 'end' as const, share: 14 },
        ]
      : []),
    ...(hasDiscount ? [{ label: say('discount'), align: 'end' as const, share: 11 }] : []),
    ...(hasRates ? [{ label: say('tax'), align: 'end' as const, share: 9 }] : []),
    { label: say('net_in', { currency: writing.currency }), align: 'end', share: 16 },
  ]
  const carried = carriedNets(lines)
  const rows = lines.map((line, index): PaperRow => {
    if (line.kind === 'heading' || line.kind === 'text')
      return { kind: line.kind, text: productLine(line.description, writing) }
    const discount = line.discount_pct ?? '0'
    // "−1 × an amount" tells no more than the amount alone.
    const isPart = isPartDiscount(line)
    const isPlainDiscount = isPart || (line.kind === 'discount' && compared(exact(line.qty ?? '0'), exact('-1')) === 0)
    const isAmount = isPlainDiscount || line.by_amount === true
    return {
      kind: 'line',
      cells: [
        productLine(line.description, writing),
        ...(!hasQuantities
          ? []
          : isAmount
            ? ['', '']
            : [writing.quantity(printedQty(line), line.unit), writing.price(printedPrice(line))]),
        ...(hasDiscount ? [isPart || exact(discount).units === 0n ? '' : `${writing.number(discount)} %`] : []),
        ...(hasRates ? [`${writing.number(line.vat_rate ?? '0')} %`] : []),
        writing.amount(printedNet(line)),
      ],
      details: lineDetails(line, writing),
      picture: line.picture_path ?? null,
      tick: line.is_optional ? (counts(line) ? 'ticked' : 'empty') : null,
      isLeftOut: !counts(line),
      carried: writing.amount(carried[index] ?? '0.00'),
    }
  })
  return { columns, main: 0, rows, carried: { forward: say('carried_forward'), brought: say('brought_forward') } }
}

/** The grey details under a description: quantity × size with its extent, further text, and the note of an option. */
function lineDetails(line: DocumentLine, writing: Writing): string[] {
  const size = measuredText(line, writing)
  return [
    ...(size ? [size] : []),
    ...paragraphsOf(detailsIn(line.details, writing)),
    ...(line.price_breaks
      ? [breakTexts(line.price_breaks, (price) => writing.price(price), breakWords(writing)).join(' · ')]
      : []),
    ...(line.is_optional ? [writing.say(counts(line) ? 'option_included' : 'option_left_out')] : []),
  ]
}

/** `3 × 1,200 × 2,100 mm · 7.56 m², charged as 8.4 m²`: the pieces of a line, their size, and what is charged. Null without a size. */
export function measuredText(line: DocumentLine, writing: Writing): string | null {
  const extent = extentOf(line, writing)
  return extent && sizeOf(line, { pieces: writing.number(line.qty ?? '1'), extent }, writing)
}

/** The words of prices by quantity in the language of the paper. */
export const breakWords = ({ say }: Writing) => ({
  andMore: (least: string, price: string) => say('price_and_more', { least, price }),
  from: (least: string, price: string) => say('price_from', { least, price }),
})

/** The size with its measure: the charged one where both are told as one figure. */
const extentOf = (line: DocumentLine, writing: Writing): string | null =>
  isChargedBySize(line) && !isChargedOtherwise(line)
    ? `${sizeText(line, writing)} · ${sizeWords(writing).quantity(printedQty(line), sizeUnitOf(line.unit))}`
    : extentText(line, writing, sizeWords(writing))

/** Says that another quantity is charged than the size measures, so that nobody has to guess. */
const sizeOf = (line: DocumentLine, size: { pieces: string; extent: string }, { say, quantity }: Writing): string =>
  isChargedOtherwise(line)
    ? say('pieces_charged_as', { ...size, quantity: quantity(printedQty(line), line.unit) })
    : say('pieces_of', size)

const treatmentTexts = {
  reverse_charge: 'rate_reverse_charge',
  intra_community: 'rate_intra_community',
  exempt: 'rate_exempt',
  export: 'rate_export',
  outside: 'rate_outside',
  zero: 'rate_zero',
} as const

const rateOf = ({ vat_rate, vat_treatment }: VatRow, { say, number }: Writing): string =>
  vat_treatment === 'standard'
    ? `${number(vat_rate)} %`
    : say(treatmentTexts[vat_treatment], { rate: number(vat_rate) })

/** The rows of one rate: the rate itself, named by the place of its sales tax, and the parts of that under it. */
function rowsOfRate(
  label: string,
  row: VatRow,
  place: TaxPlace | null | undefined,
  { number, amount }: Writing,
): string[][] {
  const isNamed = place !== null && place !== undefined && isOfPlace(row, place)
  return [
    [isNamed ? `${label} · ${place.name}` : label, amount(row.base), amount(row.vat)],
    ...(isNamed
      ? partsOfTax(row.vat, place.parts).map((part) => [`– ${part.name} ${number(part.rate)} %`, '', amount(part.tax)])
      : []),
  ]
}

/** The VAT table, a row for each rate and treatment; under the rate of a place of sales tax its parts. */
export const vatOf = (rows: readonly VatRow[], writing: Writing, place?: TaxPlace | null): Paper['vat'] =>
  rows.length === 0
    ? null
    : {
        columns: [
          { label: writing.say('tax'), align: 'start', share: 40 },
          { label: writing.say('net'), align: 'end', share: 30 },
          { label: writing.say('tax_amount'), align: 'end', share: 30 },
        ],
        rows: rows.flatMap((row) => rowsOfRate(rateOf(row, writing), row, place, writing)),
      }

type Taxed = Pick<VatRow, 'vat_rate' | 'vat_treatment'>
const isSameRate = (one: Taxed, other: Taxed): boolean =>
  one.vat_treatment === other.vat_treatment && compared(exact(one.vat_rate), exact(other.vat_rate)) === 0

/**
 * The VAT table of an invoice that deducts deposits: at each rate what was supplied, each deposit with the tax on it, and what is left.
 * A German final invoice has to show both (§ 14 Abs. 5 UStG).
 */
export function vatWithDeposits(
  lines: readonly DocumentLine[],
  rows: readonly VatRow[],
  writing: Writing,
  place?: TaxPlace | null,
): Paper['vat'] {
  const table = vatOf(rows, writing, place)
  const deposits = lines.flatMap(({ kind, vat, vat_rate, vat_treatment, ...line }) =>
    kind === 'deposit' && vat && vat_rate && vat_treatment
      ? [{ label: productLine(line.description, writing), base: line.net ?? '0', vat, vat_rate, vat_treatment }]
      : [],
  )
  if (table === null || deposits.length === 0) return table
  const cells = (label: string, { base, vat }: Pick<VatRow, 'base' | 'vat'>) => [
    label,
    writing.amount(base),
    writing.amount(vat),
  ]
  return {
    ...table,
    rows: rows.flatMap((row) => {
      const rate = rateOf(row, writing)
      const own = deposits.filter((deposit) => isSameRate(deposit, row))
      if (own.length === 0) return rowsOfRate(rate, row, place, writing)
      const before = (key: 'base' | 'vat') => written(minus(exact(row[key]), sum(own.map((each) => exact(each[key])))))
      return [
        cells(writing.say('before_deposits', { rate }), { base: before('base'), vat: before('vat') }),
        ...own.map((deposit) => cells(deposit.label, deposit)),
        ...rowsOfRate(writing.say('after_deposits', { rate }), row, place, writing),
      ]
    }),
  }
}

/** The tax in the currency of the books: of the whole paper, as text. */
export const booksTax = (rows: BilledVat['vat_table']): string =>
  written(sum(rows.map(({ books_vat }) => exact(books_vat ?? '0.00'))))

/**
 * The VAT table of a paper in another currency: below it the rate of exchange, and the tax by rate and in total in the currency of the
 * books, which the law of the European Union requires (Article 230 of Directive 2006/112/EC).
 */
export function vatInBooks(
  table: Paper['vat'],
  { vat_table: rows, books, currency }: BilledVat & Pick<PricedDocument, 'currency'>,
  writing: Writing,
): Paper['vat'] {
  if (table === null || !books) return table
  const { say, number, amount, day } = writing
  const rate = { one: `1 ${currency}`, worth: `${number(books.rate)} ${books.currency}`, day: day(books.on) }
  const taxed = rows.filter(({ books_vat }) => isAboveZero(books_vat ?? '0'))
  return {
    ...table,
    rows: [
      ...table.rows,
      [say('books_rate', rate), '', ''],
      ...(taxed.length > 1
        ? taxed.map((row) => [
            say('books_tax_of', { rate: rateOf(row, writing), currency: books.currency }),
            '',
            amount(row.books_vat ?? '0.00'),
          ])
        : []),
      ...(taxed.length > 0 ? [[say('books_tax', { currency: books.currency }), '', amount(booksTax(rows))]] : []),
    ],
  }
}

/** The directive and the export of goods are law of the European Union. */
const remarksInTheUnion = {
  reverse_charge: 'reverse_charge',
  intra_community: 'intra_community',
  exempt: 'exempt',
  export: 'export',
  outside: 'outside',
} as const
const remarksElsewhere = {
  reverse_charge: 'reverse_charge_elsewhere',
  intra_community: 'intra_community',
  exempt: 'exempt',
  export: 'export_elsewhere',
  outside: 'outside_elsewhere',
} as const

/** The sentence that says why no VAT is charged; null where it is, or is none by its rate. */
export function reasonIn(treatment: VatTreatment, company: CompanyFacts, { say }: Pick<Writing, 'say'>): string | null {
  if (treatment === 'standard' || treatment === 'zero') return null
  if (treatment === 'exempt' && company.exemption_note) return company.exemption_note
  return say((isOutsideOfTheUnion(company) ? remarksElsewhere : remarksInTheUnion)[treatment])
}

/** One sentence for each reason for which no VAT is charged; where other lines are treated otherwise, with the lines that it is about. */
export const remarksOf = (
  { vat_table: rows, company, tax_exemptions }: Pick<PricedDocument, 'vat_table' | 'company' | 'tax_exemptions'>,
  writing: Writing,
): string[] => {
  const { say, number } = writing
  const rates = new Map(rows.map(({ vat_treatment, vat_rate }) => [vat_treatment, number(vat_rate)]))
  return [...rates].flatMap(([treatment, rate]) => {
    const reason = reasonIn(treatment, company, writing)
    if (reason === null) return []
    const reasons =
      treatment === 'exempt' && tax_exemptions && tax_exemptions.length > 0
        ? tax_exemptions.map((each) => exemptionText(each, writing))
        : [reason]
    return reasons.map((remark) => (rates.size === 1 ? remark : say('remark_of_lines', { rate, remark })))
  })
}

const certificates = {
  resale: 'certificate_resale',
  agricultural: 'certificate_agricultural',
  government: 'certificate_government',
  nonprofit: 'certificate_nonprofit',
  manufacturing: 'certificate_manufacturing',
} as const

/** Why a paper bears no sales tax: `Exempt from sales tax: resale certificate 123-456, Texas.` */
export function exemptionText({ number, reason, words, state }: TaxExemption, { say }: Pick<Writing, 'say'>): string {
  const certificate = reason === 'other' ? say('certificate_other', { reason: words ?? '' }) : say(certificates[reason])
  return say('exempt_by_certificate', { certificate, number, state })
}

/** A company without a country is taken for one of the Union, as papers did before it was asked for. */
function isOutsideOfTheUnion({ country }: CompanyFacts): boolean {
  const code = countryCode(country)
  return code !== null && !unionCountries.includes(code)
}

export const netAndVat = (document: Pick<PricedDocument, 'net' | 'vat'>, writing: Writing): Fact[] => [
  { label: writing.say('net'), value: writing.money(document.net) },
  { label: writing.say('tax'), value: writing.money(document.vat) },
]

/** The label of the total: with the name of the tax only where the paper has an amount of it. */
export const totalLabel = ({ vat }: Pick<PricedDocument, 'vat'>, { say }: Pick<Writing, 'say'>): string =>
  say(exact(vat).units === 0n ? 'total' : 'total_with_tax')

/** The site, or that the goods are collected at the company. */
function placeOf({ site, company, texts, is_collected }: WithTexts<PricedDocument>, { say }: Writing): Paper['place'] {
  if (is_collected) return { label: say('method_pickup'), lines: companyOf(company, texts).addressLines }
  return site ? { label: texts('site'), lines: siteLines(site, company, texts.language) } : null
}

/** The common parts of every priced paper. Each kind adds title, number, facts and note. */
export function pricedPaper(document: WithTexts<PricedDocument>, writing: Writing) {
  const { texts } = document
  const lines = document.lines.filter((line) => hasAmounts(line.kind) || line.description.trim() !== '')
  return {
    ...frameOf(document, writing),
    addressee: {
      label: texts('to'),
      lines: addresseeLines(document.company, document.client, document.person, texts),
    },
    place: placeOf(document, writing),
    about: document.project_title,
    table: pricedTable(lines, document.vat_table, writing),
    vat: vatOf(document.vat_table, writing, document.tax_place),
    totals: netAndVat(document, writing),
    due: null,
    payment: null,
    remarks: remarksOf(document, writing),
    terms: termsOf(document.terms, writing),
    signatures: [],
    code: null,
  } satisfies Partial<Paper>
}

export const termsOf = (terms: string | null, { say }: Writing): Paper['terms'] =>
  paragraphsOf(terms).length === 0 ? null : { label: say('terms'), paragraphs: paragraphsOf(terms) }

/** What every paper has: the company, its language, and the words at the foot of its pages. */
export const frameOf = (
  { company, texts }: { company: CompanyFacts; texts: PaperTexts },
  { say }: Pick<Writing, 'say'>,
): Pick<Paper, 'company' | 'language' | 'pageText'> => ({
  company: companyOf(company, texts),
  language: texts.language,
  pageText: (page, pages) => say('page', { page, pages }),
})

/** Facts without those that have no value. */
export const factsOf = (facts: readonly (readonly [label: string, value: string | null | false])[]): Fact[] =>
  facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
