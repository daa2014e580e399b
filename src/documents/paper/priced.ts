import { compared, exact } from '../../shared/domain/money/decimal.ts'
import {
  counts,
  type DocumentLine,
  hasAmounts,
  isChargedBySize,
  isPartDiscount,
  measuredQty,
  printedPrice,
  printedNet,
  printedQty,
  type VatTreatment,
} from '../lines.ts'
import { breakTexts } from '../price-breaks.ts'
import { extentText } from '../sizes.ts'
import { carriedNets, type VatRow } from '../totals.ts'
import type { Column, Fact, Paper, PaperRow, PaperTable } from './paper.ts'
import { countryCode } from '../../shared/domain/places/country-code.ts'
import { unionCountries } from '../../shared/domain/places/european-union.ts'
import type { CompanyFacts, PricedDocument } from './source.ts'
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
  const hasDiscount = lines.some((line) => hasAmounts(line.kind) && exact(line.discount_pct ?? '0').units !== 0n)
  const hasRates = vatTable.length > 1
  const hasQuantities = !isOfAmounts(lines)
  const columns: Column[] = [
    { label: 'Description', align: 'start', share: 46 },
    ...(hasQuantities ? quantityColumns : []),
    ...(hasDiscount ? [{ label: 'Discount', align: 'end' as const, share: 11 }] : []),
    ...(hasRates ? [{ label: writing.tax('{Tax}'), align: 'end' as const, share: 9 }] : []),
    { label: `Net ${writing.currency}`, align: 'end', share: 16 },
  ]
  const carried = carriedNets(lines)
  const rows = lines.map((line, index): PaperRow => {
    if (line.kind === 'heading' || line.kind === 'text') return { kind: line.kind, text: line.description }
    const discount = line.discount_pct ?? '0'
    // "−1 × an amount" tells no more than the amount alone.
    const isPart = isPartDiscount(line)
    const isPlainDiscount = isPart || (line.kind === 'discount' && compared(exact(line.qty ?? '0'), exact('-1')) === 0)
    const isAmount = isPlainDiscount || line.by_amount === true
    return {
      kind: 'line',
      cells: [
        line.description,
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
  return { columns, main: 0, rows, carried: { forward: 'Carried forward', brought: 'Brought forward' } }
}

const quantityColumns: readonly Column[] = [
  { label: 'Quantity', align: 'end', share: 12 },
  { label: 'Unit price', align: 'end', share: 14 },
]

/** The grey details under a description: quantity × size with its extent, further text, and the note of an option. */
function lineDetails(line: DocumentLine, writing: Writing): string[] {
  const extent = extentText(line, writing)
  return [
    ...(extent ? [`${writing.number(line.qty ?? '1')} × ${extent}${chargedText(line, writing)}`] : []),
    ...paragraphsOf(line.details),
    ...(line.price_breaks ? [breakTexts(line.price_breaks, (price) => writing.price(price)).join(' · ')] : []),
    ...(line.is_optional ? [counts(line) ? 'Option, included' : 'Option, not included in the total'] : []),
  ]
}

/** Says that another quantity is charged than the size measures, so that nobody has to guess. */
const chargedText = (line: DocumentLine, writing: Writing): string =>
  isChargedBySize(line) && compared(exact(printedQty(line)), exact(measuredQty(line))) !== 0
    ? `, charged as ${writing.quantity(printedQty(line), line.unit)}`
    : ''

const treatmentWords: Record<VatTreatment, string> = {
  standard: '',
  reverse_charge: 'reverse charge',
  exempt: 'exempt',
  export: 'export',
  zero: 'zero rate',
}

/** The VAT table, a row for each rate and treatment. */
export const vatOf = (rows: readonly VatRow[], writing: Writing): Paper['vat'] =>
  rows.length === 0
    ? null
    : {
        columns: [
          { label: writing.tax('{Tax}'), align: 'start', share: 40 },
          { label: 'Net', align: 'end', share: 30 },
          { label: writing.tax('{Tax} amount'), align: 'end', share: 30 },
        ],
        rows: rows.map((row) => [
          `${writing.number(row.vat_rate)} % ${treatmentWords[row.vat_treatment]}`.trim(),
          writing.amount(row.base),
          writing.amount(row.vat),
        ]),
      }

const remarkOf: Partial<Record<VatTreatment, string>> = {
  reverse_charge:
    'Reverse charge: the customer accounts for the {tax}. Article 44 of Council Directive 2006/112/EC applies.',
  exempt: 'Exempt from {tax}.',
  export: 'Export of goods to a place outside the European Union: no {tax} is charged.',
}

/** One sentence for each reason for which no VAT is charged. */
export const remarksOf = (rows: readonly VatRow[], company: CompanyFacts, writing: Writing): string[] => {
  const remarks = isOutsideOfTheUnion(company) ? remarksElsewhere : remarkOf
  return [...new Set(rows.map((row) => row.vat_treatment))].flatMap((treatment) => {
    const remark = remarks[treatment]
    return remark ? [writing.tax(remark)] : []
  })
}

/** The directive and the export of goods are law of the European Union. */
const remarksElsewhere: typeof remarkOf = {
  ...remarkOf,
  reverse_charge: 'Reverse charge: the customer accounts for the {tax}.',
  export: 'Export: no {tax} is charged.',
}

/** A company without a country is taken for one of the Union, as papers did before it was asked for. */
function isOutsideOfTheUnion({ country }: CompanyFacts): boolean {
  const code = countryCode(country)
  return code !== null && !unionCountries.includes(code)
}

export const netAndVat = (document: Pick<PricedDocument, 'net' | 'vat'>, writing: Writing): Fact[] => [
  { label: 'Net', value: writing.money(document.net) },
  { label: writing.tax('{Tax}'), value: writing.money(document.vat) },
]

/** The common parts of every priced paper. Each kind adds title, number, facts and note. */
export function pricedPaper(document: PricedDocument, writing: Writing) {
  const lines = document.lines.filter((line) => hasAmounts(line.kind) || line.description.trim() !== '')
  return {
    company: companyOf(document.company),
    addressee: { label: 'To', lines: addresseeLines(document.company, document.client, document.person) },
    place: document.site ? { label: 'Site', lines: siteLines(document.site, document.company) } : null,
    about: document.project_title,
    table: pricedTable(lines, document.vat_table, writing),
    vat: vatOf(document.vat_table, writing),
    totals: netAndVat(document, writing),
    due: null,
    payment: null,
    remarks: remarksOf(document.vat_table, document.company, writing),
    terms: termsOf(document.terms),
    signatures: [],
    code: null,
  } satisfies Partial<Paper>
}

export const termsOf = (terms: string | null): Paper['terms'] =>
  paragraphsOf(terms).length === 0 ? null : { label: 'Terms', paragraphs: paragraphsOf(terms) }

/** Facts without those that have no value. */
export const factsOf = (facts: readonly (readonly [label: string, value: string | null | false])[]): Fact[] =>
  facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
