import { IconHammer } from '@tabler/icons-react'
import { type LengthUnit, withTax } from '@/shared/domain/text/formats'
import type { ReactNode } from 'react'
import { extentText } from '@/documents/sizes'
import { isAscending, mostBreaks, priceAt, type PriceBreak, readBreaks, writeBreaks } from '@/documents/price-breaks'
import { compared, exact, isAboveZero, shortened, written } from '@/shared/domain/money/decimal'
import { chargedQty, computedQty, isChargedBySize, type LineKind, type VatTreatment } from '@/documents/lines'
import { vatKey } from '@/documents/totals'
import { isCounted, lineUnits, offeredLineUnits } from '@/documents/units'
import type { SheetColumn } from '@/kit/sheet/sheet-column'
import { bareLength, lengthSign, readMillimetres, typedSides } from '@/shared/domain/text/length'
import { formatMoney, priceText, readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import { countedText, isWholeUnit } from '@/shared/domain/money/quantity-text'
import { storableLine } from '@/shared/domain/text/storable'
import { documentLine, kindPatch, netText, type Patch, type QuotationItem } from './line'
import { percentOf } from './percent-discount'
import { pricedFor, sizePatch } from './priced-size'
import classes from './lines.module.css'

export type VatChoice = {
  value: string
  label: string
  rate: string
  treatment: QuotationItem['vat_treatment']
  /** The rate that a line of this client begins with, once it is known. */
  isUsual?: boolean
}

/** The VAT that a line begins with; without a rate while it is not known: then the database fills it in. */
export function usualVat(vat: readonly VatChoice[]): Pick<Patch, 'vat_rate' | 'vat_treatment'> {
  const usual = vat.find(({ isUsual }) => isUsual)
  return { vat_rate: usual?.rate ?? null, vat_treatment: usual?.treatment ?? 'standard' }
}

const kinds: readonly { value: LineKind; label: string }[] = [
  { value: 'item', label: 'Item' },
  { value: 'heading', label: 'Heading' },
  { value: 'text', label: 'Text' },
  { value: 'discount', label: 'Discount' },
]
export const unitLabels: Record<string, string> = Object.fromEntries(
  lineUnits.map(({ value, label }) => [value, label]),
)

/** Other ways to write units, beside their values and names. */
const unitWords: Readonly<Record<string, string>> = {
  h: 'hour',
  hr: 'hour',
  hrs: 'hour',
  hours: 'hour',
  pc: 'piece',
  pcs: 'piece',
  pieces: 'piece',
  sets: 'set',
  sqm: 'm2',
}

/** A quantity that was typed with its unit, `3.5 h` or `12 m²`; null for any other text. */
export function typedWithUnit(typed: string): { qty: string; unit: string } | null {
  const [, qty = '', words = ''] = /^\s*([-−+]?[\d.,’'\s]*\d)\s*(\D.*?)\s*$/.exec(typed) ?? []
  const word = words.toLowerCase()
  const unit =
    unitWords[word] ?? lineUnits.find(({ value, label }) => value === word || label.toLowerCase() === word)?.value
  return unit === undefined || qty === '' ? null : { qty, unit }
}

const isPriced = ({ kind }: QuotationItem) => kind === 'item' || kind === 'discount'
const hasDiscount = ({ discount_pct }: QuotationItem) => discount_pct !== null && isAboveZero(discount_pct)
const plain = (text: string | null) => (text === null ? '' : shortDecimalText(text))

const shownPrice = (price: string | null): string => (price === null ? '' : priceText(price))

type Rule = Parameters<typeof readDecimal>[1]
const number =
  (rule: Rule, isOptional = false) =>
  (typed: string) => {
    if (typed.trim() === '') return isOptional ? { value: null } : { value: '0' }
    return readDecimal(typed, rule)
  }

/** A quantity of an item. Parts of pieces are refused with the way to hours and the like. */
function readQuantity(typed: string, line: QuotationItem): ReturnType<ReturnType<typeof number>> {
  const read = number({ places: 4, least: '0', most: '1000000', isWhole: isCounted(line) })(typed)
  return 'problem' in read && isWholeUnit(line.unit) && 'value' in readDecimal(typed, { places: 4, least: '0' })
    ? { problem: 'This unit has no parts; choose another, or type it too, as in 3.5 h' }
    : read
}

/** A width or a height: a number in the unit that is seen, or a size with its unit, which is converted. */
const side = (typed: string) =>
  typed.trim() === '' ? { value: null } : readMillimetres(typed, { places: 2, least: '0', most: '1000000' })

/** A width, or a whole size, `8' × 4'`, which `patchOf` puts into both sides. */
function width(typed: string): ReturnType<typeof side> {
  const [first = '', second, ...more] = typedSides(typed)
  if (second === undefined || more.length > 0) return side(typed)
  const [wide, high] = [side(first), side(second)]
  if ('problem' in wide) return wide
  return 'problem' in high ? high : { value: `${wide.value ?? ''}${between}${high.value ?? ''}` }
}
const between = ' × '

const priceRule: Rule = { places: 4, least: '0', most: '99999999' }

/** Reads typed price breaks: `10: 13.5; 50: 12`. Below the first quantity the line's price applies. */
export function readTypedBreaks(
  typed: string,
  unitPrice: string | null,
): { value: string | null } | { problem: string } {
  const parts = typed.split(/\s*[;·\n]\s*|,\s+/).filter((part) => part.trim() !== '')
  const breaks: PriceBreak[] = []
  for (const part of parts) {
    const [least = '', price = '', ...more] = part.split(':')
    if (price.trim() === '' || more.length > 0)
      return { problem: 'Write a quantity and its price, as in 10: 13.50; 50: 12' }
    const from = readDecimal(least, { places: 4, least: '0', most: '1000000' })
    if ('problem' in from) return from
    const each = readDecimal(price, priceRule)
    if ('problem' in each) return each
    breaks.push({ least: shortDecimal(from.value), price: shortDecimal(each.value) })
  }
  const [first] = breaks
  if (first && compared(exact(first.least), exact('1')) > 0)
    breaks.unshift({ least: '1', price: shortDecimal(unitPrice ?? '0') })
  if (breaks.length > mostBreaks) return { problem: `A line may have ${mostBreaks} prices by quantity` }
  if (!isAscending(breaks)) return { problem: 'Begin with the smallest quantity, and write each once' }
  return { value: writeBreaks(breaks) }
}

/** Plain decimal text without zeros at its end. */
const shortDecimal = (text: string) => written(shortened(exact(text)))

const breaksColumn: SheetColumn<QuotationItem> = {
  name: 'price_breaks',
  label: 'By quantity',
  width: '8.5rem',
  has: ({ kind }) => kind === 'item',
  text: ({ price_breaks }) =>
    readBreaks(price_breaks)
      .map(({ least, price }) => `${plain(least)}: ${priceText(price)}`)
      .join('; '),
  read: (typed, { unit_price }) => readTypedBreaks(typed, unit_price),
}

/** The quantity that the price of a sized line is multiplied by. It can be typed; an empty cell is computed again. */
const chargedColumn: SheetColumn<QuotationItem> = {
  name: 'charged',
  label: 'Charged',
  width: '5.25rem',
  align: 'right',
  isPassedOver: true,
  has: (line) => line.kind === 'item' && isChargedBySize(line),
  text: (line) => plain(chargedQty(line)),
  figure: (line) => countedText(chargedQty(line), line.unit),
  show: (line) => (
    <span>
      {countedText(chargedQty(line), line.unit)}
      {line.own_charged_qty === null ? null : <span className={classes.own}>own quantity</span>}
    </span>
  ),
  read: (typed, line) => {
    if (typed.trim() === '') return { value: null }
    const read = readDecimal(typed.replace(/\s*(m²|m2|m( edge)?|sq ft|ft( edge)?|yd)$/i, ''), {
      places: 4,
      least: '0',
      most: '1000000000',
    })
    if ('problem' in read) return read
    return { value: compared(exact(read.value), exact(computedQty(line))) === 0 ? null : read.value }
  },
}

/** The text of an option cell: empty, `Option`, or the name of its group. */
export const optionText = ({ is_optional, option_group }: QuotationItem): string =>
  is_optional ? (option_group ?? 'Option') : ''

/** The change of a line when a value is typed into a column. `value`: the result of the column's `read`. */
export function patchOf(line: QuotationItem, column: string, value: string | null, vat: readonly VatChoice[]): Patch {
  switch (column) {
    case 'kind':
      return kindPatch(line, kinds.find((kind) => kind.value === value)?.value ?? 'item', usualVat(vat))
    case 'vat': {
      const chosen = vat.find((choice) => choice.value === value)
      return chosen ? { vat_rate: chosen.rate, vat_treatment: chosen.treatment } : {}
    }
    case 'option': {
      const name = value ?? ''
      if (name === '') return { is_optional: false, option_group: null }
      return { is_optional: true, option_group: /^(yes|option)$/i.test(name) ? null : name }
    }
    case 'qty': {
      const price = priceAt(line.price_breaks, value)
      return {
        ...(line.own_charged_qty === null ? {} : { own_charged_qty: null }),
        qty: line.kind === 'discount' && value && !value.startsWith('-') && value !== '0' ? `-${value}` : value,
        ...(price === null ? {} : { unit_price: price }),
      }
    }
    case 'price_breaks': {
      const price = priceAt(value, line.qty)
      return { price_breaks: value, ...(price === null ? {} : { unit_price: price }) }
    }
    case 'unit':
      return { unit: value, ...(line.own_charged_qty === null ? {} : { own_charged_qty: null }) }
    case 'width_mm': {
      const [width_mm = null, height_mm] = value?.split(between) ?? []
      return sizePatch(line, height_mm === undefined ? { width_mm } : { width_mm, height_mm })
    }
    case 'height_mm':
      return sizePatch(line, { height_mm: value })
    case 'unit_price':
      return {
        unit_price: value,
        ...(line.priced_size === null ? {} : { priced_size: null }),
        // Another amount is no percentage any more.
        ...(percentOf(line) === null ? {} : { details: null }),
      }
    case 'charged':
      return { own_charged_qty: value }
    default:
      return { [column]: value }
  }
}

const treatmentTexts: Record<VatTreatment, string> = {
  standard: '',
  reverse_charge: 'Reverse',
  intra_community: 'EU goods',
  exempt: 'Exempt',
  export: 'Export',
  outside: 'Abroad',
  zero: 'Zero',
}

/** The rate, or in one word the reason for none. */
const vatText = (rate: string | null, treatment: VatTreatment | null): string =>
  treatment === null || treatment === 'standard' ? `${plain(rate)} %` : treatmentTexts[treatment]

/** Stays on the row of a price for another size or quantity, wherever the cursor is. The notice of the marked line has the answers. */
function PricedForAnother({ line }: { line: QuotationItem }) {
  const priced = pricedFor(line)
  if (!priced) return null
  return <span className={classes.own}>The price is for {priced.was}: calculate it anew, or keep it</span>
}

const JobMark = () => (
  <span
    className={classes.job}
    role="img"
    aria-label="Becomes a job"
    title="Becomes a job on approval. “Job of the line” changes it."
  >
    <IconHammer size={12} aria-hidden />
  </span>
)

type Shown = {
  currency?: string
  books?: string
  lengthUnit?: LengthUnit
  usedUnits?: readonly string[]
  useSuggestions?: SheetColumn<QuotationItem>['useSuggestions']
  useOptionSuggestions?: SheetColumn<QuotationItem>['useSuggestions']
  hasBreaks?: boolean
  hasCharged?: boolean
  isOpen?: boolean
  jobs?: ReadonlySet<string> | null
  pictureOf?: (line: QuotationItem) => ReactNode
}
type Column = SheetColumn<QuotationItem>

const kindColumn: Column = {
  name: 'kind',
  label: 'Kind',
  width: '5rem',
  text: ({ kind }) => kind,
  show: ({ kind }) => kinds.find(({ value }) => value === kind)?.label,
  choices: kinds,
  read: (typed) => ({ value: typed }),
}

const descriptionColumn = ({ useSuggestions, isOpen, jobs, pictureOf }: Shown, length_unit: LengthUnit): Column => ({
  name: 'description',
  label: 'Description',
  width: 'minmax(9rem, 1fr)',
  text: ({ description }) => description,
  show: (line) => {
    const extent = isPriced(line) ? extentText(documentLine(line), { length_unit }) : null
    return (
      <>
        {pictureOf?.(line)}
        <span>
          {line.description}
          {jobs && (line.makes_job ?? jobs.has(line.id)) && line.kind === 'item' ? <JobMark /> : null}
          {extent ? <span className={classes.extent}>{extent}</span> : null}
          {line.details ? (
            <span className={classes.details} title={line.details}>
              {line.details}
            </span>
          ) : null}
          {isOpen ? <PricedForAnother line={line} /> : null}
        </span>
      </>
    )
  },
  read: (typed) => {
    const value = storableLine(typed)
    return value.length > 2000 ? { problem: 'A description may have 2000 characters at most' } : { value }
  },
  ...(useSuggestions ? { useSuggestions } : {}),
})

const sizeColumns = (length_unit: LengthUnit): Column[] => {
  const sideText = (mm: string | null) => (mm === null ? '' : bareLength(mm, { length_unit }))
  return [
    {
      name: 'width_mm',
      label: `W, ${length_unit}`,
      // 96 inches are 2,438.4 mm, in one line.
      width: '4.5rem',
      align: 'right',
      has: isPriced,
      text: ({ width_mm }) => sideText(width_mm),
      read: width,
    },
    {
      name: 'height_mm',
      label: `H, ${length_unit}`,
      width: '4.5rem',
      align: 'right',
      has: isPriced,
      text: ({ height_mm }) => sideText(height_mm),
      read: side,
    },
  ]
}

const quantityColumn: Column = {
  name: 'qty',
  label: 'Qty',
  width: '3.5rem',
  align: 'right',
  has: isPriced,
  text: ({ qty }) => plain(qty),
  read: (typed, line) =>
    line.kind === 'discount'
      ? number({ places: 4, least: '-1000000', most: '1000000' })(typed)
      : readQuantity(typed, line),
}

const unitColumn = (usedUnits: Shown['usedUnits']): Column => ({
  name: 'unit',
  label: 'Unit',
  width: '4.5rem',
  has: isPriced,
  text: ({ unit }) => unit ?? '',
  show: ({ unit }) => unitLabels[unit ?? ''] ?? unit,
  choices: offeredLineUnits(usedUnits),
  read: (typed) => ({ value: typed }),
})

const priceColumn: Column = {
  name: 'unit_price',
  label: 'Price',
  width: '4.75rem',
  align: 'right',
  has: isPriced,
  text: ({ unit_price }) => shownPrice(unit_price),
  read: (typed, { price_breaks }) =>
    price_breaks === null
      ? number(priceRule)(typed)
      : { problem: 'The price follows the quantity. Change it under “By quantity”' },
}

const discountColumn: Column = {
  name: 'discount_pct',
  label: 'Disc. %',
  width: '3.5rem',
  align: 'right',
  // A discount line has no discount of its own. One from before this rule can only be emptied.
  has: (line) => line.kind === 'item' || (line.kind === 'discount' && hasDiscount(line)),
  text: (line) => (hasDiscount(line) ? plain(line.discount_pct) : ''),
  read: (typed, { kind }) =>
    kind === 'discount' && !/^0?$/.test(typed.trim())
      ? {
          problem:
            'A discount line has no discount of its own. Write its amount under “Price”, or a percentage there, as in 7.5%',
        }
      : number({ places: 2, least: '0', most: '100' })(typed.replace(/\s*%\s*$/, '')),
}

const vatColumn = (vat: readonly VatChoice[]): Column => ({
  name: 'vat',
  label: withTax('{Tax}'),
  width: '4rem',
  has: isPriced,
  text: ({ vat_rate, vat_treatment }) => (vat_rate === null ? '' : vatKey(vat_rate, vat_treatment ?? 'standard')),
  figure: ({ vat_rate, vat_treatment }) => vatText(vat_rate, vat_treatment),
  show: ({ vat_rate, vat_treatment }) => vatText(vat_rate, vat_treatment),
  choices: vat,
  read: (typed) => ({ value: typed }),
})

const optionColumn = (useOptionSuggestions: Shown['useOptionSuggestions']): Column => ({
  name: 'option',
  label: 'Option',
  width: '4.5rem',
  has: ({ kind }) => kind === 'item',
  text: optionText,
  read: (typed) => {
    const value = storableLine(typed)
    return value.length > 100 ? { problem: 'The name of a group may have 100 characters at most' } : { value }
  },
  ...(useOptionSuggestions ? { useSuggestions: useOptionSuggestions } : {}),
})

const netColumn = (currency: Shown['currency']): Column => ({
  name: 'net',
  label: 'Net',
  width: '6.25rem',
  isPinned: true,
  align: 'right',
  has: isPriced,
  text: netText,
  figure: (line) => formatMoney(netText(line), currency),
  show: (line) => {
    const isOut = line.is_optional && !line.is_selected
    return <span className={isOut ? classes.notCounted : undefined}>{formatMoney(netText(line), currency)}</span>
  },
})

/**
 * The columns of the line editor. `vat`: the company's rates. `costs`: null for people who may not see them.
 * `lengthUnit`: the unit of sizes. `usedUnits`: units of lines, which are offered in any case. `useSuggestions`: suggestions for a description. `useOptionSuggestions`: for an option. `hasBreaks`: shows price
 * breaks. `currency`: that of the prices; `books`: that of the costs. `hasCharged`: shows the charged quantity. `isOpen`: the lines can be changed. `jobs`: the lines that become a job. `pictureOf`: draws the picture beside a description.
 */
export function lineColumns(
  vat: readonly VatChoice[],
  costs: Readonly<Record<string, string>> | null,
  shown: Shown = {},
): Column[] {
  const { currency, books, hasBreaks = false, hasCharged = false } = shown
  const length_unit = shown.lengthUnit ?? lengthSign()
  return [
    kindColumn,
    descriptionColumn(shown, length_unit),
    ...sizeColumns(length_unit),
    quantityColumn,
    unitColumn(shown.usedUnits),
    priceColumn,
    // After the price, so that the price keeps its place when a unit such as m² brings this column.
    ...(hasCharged ? [chargedColumn] : []),
    ...(hasBreaks ? [breaksColumn] : []),
    discountColumn,
    vatColumn(vat),
    optionColumn(shown.useOptionSuggestions),
    ...(costs ? [costColumn(costs, books === currency ? undefined : books)] : []),
    netColumn(currency),
  ]
}

/** The cost of one unit, in the currency of the books, which is named where the prices are in another. An empty cell means that it is unknown. */
const costColumn = (costs: Readonly<Record<string, string>>, named?: string): SheetColumn<QuotationItem> => ({
  name: 'cost',
  label: named ? `Cost, ${named}` : 'Cost',
  width: '4.75rem',
  align: 'right',
  has: ({ kind }) => kind === 'item',
  text: ({ id }) => shownPrice(costs[id] ?? null),
  read: number({ places: 4, least: '0', most: '100000000' }, true),
})
