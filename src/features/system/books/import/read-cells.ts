import { compared, decimal, exact, rounded, times, truncated, written } from '@/shared/domain/money/decimal'
import { formatMoney, formatPrice, shortDecimalText } from '@/shared/domain/money/money'
import { unitWord } from '@/shared/domain/money/quantity-text'
import { calendarDayText, type LengthUnit } from '@/shared/domain/text/formats'
import { lengthText } from '@/shared/domain/text/length'
import { isDay } from '@/shared/domain/time/days'
import { isUnknownCountry, unknownCountryText } from '@/kit/import/country-cell'
import { plainDays } from '@/kit/import/days-cell'
import { foldHeading } from '@/kit/import/headings'
import { type DecimalSign, readNumber } from '@/kit/import/number-cell'
import { isWholeEmail } from '@/shared/domain/people/contact'
import type { FieldType } from './fields'

/** How numbers, lengths and days of a file are written. It is guessed, shown, and can be changed. */
export type CellStyle = { decimals: DecimalSign; lengths: LengthUnit; days: DayOrder }
/** In which order the parts of a day stand. */
export type DayOrder = 'dmy' | 'mdy' | 'ymd'
/** A value; or why the row cannot be imported; or why only this cell is left out. */
type Read = { value: string } | { problem: string } | { left: string }

const millimetres: Record<LengthUnit, string> = { mm: '1', cm: '10', m: '1000', in: '25.4' }
const places: Partial<Record<FieldType, number>> = { amount: 2, price: 4, quantity: 4, whole: 0 }

/** A cell as the database takes it, or why it cannot be read; an empty cell is an empty value. */
export function readCell(typed: string, type: FieldType, style: CellStyle): Read {
  const cell = typed.trim()
  if (cell === '' || type === 'text') return { value: cell }
  const read = readers[type]
  if (read) return read(cell, style)
  const number = readNumber(type === 'whole' ? plainDays(cell) : cell, style.decimals)
  if (number === null)
    return {
      problem: `“${shortened(cell)}” is not a number with a decimal ${style.decimals === 'point' ? 'point' : 'comma'}`,
    }
  if (type === 'length')
    return { value: written(truncated(rounded(times(exact(number), exact(millimetres[style.lengths])), 3), 3)) }
  const most = places[type] ?? 0
  const kept = truncated(exact(number), most)
  if (compared(kept, exact(number)) !== 0)
    return {
      problem:
        most === 0 ? `“${shortened(cell)}” is not a whole number` : `At most ${most} decimals: “${shortened(cell)}”`,
    }
  return { value: written(kept) }
}

const readers: Partial<Record<FieldType, (cell: string, style: CellStyle) => Read>> = {
  country: (cell) => (isUnknownCountry(cell) ? { left: unknownCountryText(shortened(cell)) } : { value: cell }),
  email: (cell) =>
    isWholeEmail(cell) ? { value: cell } : { left: `Email: “${shortened(cell)}” cannot be read, and is left out` },
  day: (cell, style) => readDay(cell, style.days),
  tax: (cell, style) => ({ value: readTax(cell, style) }),
  unit: (cell) => word(units, cell, 'This unit is not known'),
  form: (cell) => word(forms, cell, 'sheet, roll, piece, liquid or length'),
}

/** A value that was read as the company writes it: `1.118,00 €`, `31.12.2026`, `3,5`, `96"`, `19 %`. */
export function shownCell(value: string, type: FieldType): string {
  if (type === 'day') return calendarDayText(value)
  if (type === 'amount') return formatMoney(value)
  if (type === 'price') return formatPrice(value)
  if (type === 'quantity') return shortDecimalText(value)
  if (type === 'length') return lengthText(value, {}, 3)
  if (type === 'unit') return unitWord(value, 1)
  return type === 'tax' && decimal(value) !== null ? `${shortDecimalText(value)} %` : value
}

/** A day such as `31.12.2026` or `12/31/26 10:15` in this order; a year in front is always read so. */
function readDay(cell: string, order: DayOrder): Read {
  const parts = cell.split(/[T\s]/)[0]?.split(/[./-]/) ?? []
  const [first = '', second = '', third = ''] = parts
  const [year, month, day] =
    first.length === 4
      ? [first, second, third]
      : order === 'mdy'
        ? [third, first, second]
        : order === 'dmy'
          ? [third, second, first]
          : ['', '', '']
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return parts.length === 3 && isDay(text)
    ? { value: text }
    : { problem: `“${shortened(cell)}” is not a day like ${dayExamples[order]}` }
}

export const dayExamples: Record<DayOrder, string> = { dmy: '31.12.2026', mdy: '12/31/2026', ymd: '2026-12-31' }

/** The order of days that these cells show without doubt; null where none does. */
export function guessDays(cells: readonly string[]): DayOrder | null {
  const parts = cells.map((cell) => cell.trim().split(/\D+/))
  if (parts.some(([first = '', , third = '']) => first.length === 4 && third !== '')) return 'ymd'
  if (parts.some(([first = '', second = '']) => Number(first) > 12 && Number(second) <= 12)) return 'dmy'
  return parts.some(([first = '', second = '']) => Number(first) <= 12 && Number(second) > 12) ? 'mdy' : null
}

/** `19,00 %` is `19`; a name or code of a rate stays as it is. */
function readTax(cell: string, style: CellStyle): string {
  const number = /^[\d.,\s]+%?$/.test(cell) ? readNumber(cell, style.decimals) : null
  return number === null
    ? cell
    : written(exact(number))
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
}

function word(known: ReadonlyMap<string, string>, cell: string, problem: string): Read {
  const value = known.get(foldHeading(cell.replace('²', '2')))
  return value === undefined ? { problem: `“${shortened(cell)}”: ${problem}` } : { value }
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const meaningsOf = (of: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(of).flatMap(([value, words]) => words.split('|').map((one) => [one, value] as const)))

const units = meaningsOf({
  piece:
    'piece|pieces|pc|pcs|each|ea|unit|item|stk|stuck|stueck|un|und|uni|pz|pezzo|piece s|pce|st|szt|unidad|unidade|unite|u',
  m2: 'm2|sqm|sq m|square metre|square metres|square meter|qm|mq|metro quadrado|metro cuadrado|metre carre',
  m: 'm|metre|metres|meter|lm|lfm|lin m|linear metre|linear meter|ml lineari|metro',
  m_height: 'm height',
  m_edge: 'm edge',
  ft2: 'sq ft|sqft|sf|ft2|square foot|square feet|sq foot|sq feet',
  ft: 'ft|foot|feet|lf|linear foot|linear feet|lin ft',
  ft_height: 'ft height',
  ft_edge: 'ft edge',
  yd: 'yd|yard|yards',
  hour: 'hour|hours|hr|hrs|h|std|stunde|stunden|heure|ora|ore|hora|uur|godz',
  set: 'set|sets|satz|kit|lot|jeu',
  sheet: 'sheet|sheets|platte|plaque|lastra|plancha|placa|plaat|arkusz|board|panel',
  roll: 'roll|rolls|rolle|rouleau|rotolo|rollo|rolo|rol|rolka',
  box: 'box|boxes|karton|boite|scatola|caja|caixa|doos|carton|case',
  litre: 'litre|litres|liter|liters|l|litro|litr',
  ml: 'ml|millilitre|milliliter',
  kg: 'kg|kilogram|kilo',
})
const forms = meaningsOf({
  sheet: 'sheet|board|panel|platte|plaque|lastra|plancha|placa',
  roll: 'roll|vinyl|film|rolle|rouleau|rotolo|rollo|rolo',
  piece: 'piece|item|part|stuck|pezzo|pieza|peca',
  liquid: 'liquid|ink|paint|flussig|liquide|liquido',
  length: 'length|profile|bar|tube|profil|profilo|perfil',
})
