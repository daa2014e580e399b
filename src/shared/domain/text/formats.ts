import { type Rounding, type Roundings, roundings, roundingsOf, type TaxKind, taxKinds } from '../money/tax-on.ts'

/** The number styles, shown as 1234.56. */
export const numberStyles = { point: '1,234.56', comma: '1.234,56', space: '1 234,56', apostrophe: '1’234.56' } as const
export type NumberStyle = keyof typeof numberStyles
export const dateStyles = {
  words: '20 Nov 2026',
  day_first: '20/11/2026',
  day_dots: '20.11.2026',
  month_first: '11/20/2026',
  year_first: '2026-11-20',
} as const
export type DateStyle = keyof typeof dateStyles
export const hourStyles = { '24h': '17:45', '12h': '5:45 pm' } as const
export type HourStyle = keyof typeof hourStyles
/** The units that people read and type lengths in. Millimetres are stored. */
export const lengthUnits = { mm: 'Millimetres', cm: 'Centimetres', m: 'Metres', in: 'Inches and feet' } as const
export type LengthUnit = keyof typeof lengthUnits

export type Formats = {
  currency: string
  number_style: NumberStyle
  date_style: DateStyle
  hour_style: HourStyle
  /** The IANA name of the company's time zone; null until it is read. */
  time_zone: string | null
  /** What the company's tax is called inside of a sentence: `VAT`, `IVA`, `sales tax`. */
  tax_name: string
  tax_kind: TaxKind
  /** How amounts come to whole cents. */
  rounding: Rounding
  /** The country of the company, as it is written; null until it is chosen. */
  country: string | null
  /** The first day of the week: 1 is Monday, 6 Saturday, 7 Sunday. */
  first_weekday: 1 | 6 | 7
  length_unit: LengthUnit
}

/** Reads stored formats. An unreadable format counts as not chosen. */
export function readFormats(stored: unknown): Formats {
  const of = (name: keyof Formats): unknown => (typeof stored === 'object' && stored ? Reflect.get(stored, name) : null)
  const oneOf = <Key extends string>(
    styles: Record<Key, string>,
    name: keyof Formats,
    otherwise: NoInfer<Key>,
  ): Key => {
    const value = of(name)
    return typeof value === 'string' && Object.hasOwn(styles, value) ? (value as Key) : otherwise
  }
  const [currency, zone, tax, weekday] = [of('currency'), of('time_zone'), of('tax_name'), of('first_weekday')]
  const country = of('country')
  return {
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : 'EUR',
    number_style: oneOf(numberStyles, 'number_style', 'point'),
    date_style: oneOf(dateStyles, 'date_style', 'words'),
    hour_style: oneOf(hourStyles, 'hour_style', '24h'),
    time_zone: typeof zone === 'string' && /^[A-Z][\w+/-]{1,60}$/i.test(zone) ? zone : null,
    tax_name: typeof tax === 'string' && tax.trim() !== '' ? tax : 'VAT',
    country: typeof country === 'string' && country.trim() !== '' ? country : null,
    tax_kind: taxKinds.find((kind) => kind === of('tax_kind')) ?? 'vat',
    rounding: roundings.find((way) => way === of('rounding')) ?? 'cut',
    first_weekday: weekday === 6 || weekday === 7 ? weekday : 1,
    length_unit: oneOf(lengthUnits, 'length_unit', 'mm'),
  }
}

/** Until the company chooses: euro, 1,234.56, 20 Nov 2026, 17:45. */
export const firstFormats: Formats = readFormats({})

let ofCompany = firstFormats
let ownUnit: LengthUnit | null = null
let ofReader: ((company: Formats) => NumberStyle) | null = null
let ofPaper: Partial<Formats> | null = null
let current = firstFormats
const listeners = new Set<() => void>()

/** Sets the company's formats for all later texts. */
export function setFormats(next: Formats): void {
  ofCompany = next
  writeAnew()
}

/** Sets the unit of lengths that the person at the screen chose; null: that of the company. */
export function setOwnLengthUnit(unit: LengthUnit | null): void {
  ownUnit = unit
  writeAnew()
}

/** Sets how numbers are written for the reader of a page that is in their language; null: as the company writes them. */
export function setNumbersOfReader(style: ((company: Formats) => NumberStyle) | null): void {
  ofReader = style
  writeAnew()
}

/** Sets what the company wrote with on the day of the paper that the page shows; null: as it writes today. */
export function setFormatsOfPaper(formats: Partial<Formats> | null): void {
  ofPaper = formats
  writeAnew()
}

function writeAnew(): void {
  const company = { ...ofCompany, ...ofPaper }
  const next = {
    ...company,
    number_style: ofReader?.(company) ?? company.number_style,
    length_unit: ownUnit ?? company.length_unit,
  }
  if (Object.entries(next).every(([key, value]) => Reflect.get(current, key) === value)) return
  current = next
  for (const tell of listeners) tell()
}

/** A stored unit of lengths; null for none. */
export const lengthUnitOf = (stored: unknown): LengthUnit | null =>
  typeof stored === 'string' && Object.hasOwn(lengthUnits, stored) ? (stored as LengthUnit) : null
export const currentFormats = (): Formats => current
/** True where a deposit is kept for its order, without an invoice of its own: sales tax arises with the sale. */
export const keepsDeposits = (): boolean => current.tax_kind === 'sales_tax'
/** How the company's tax and its other amounts come to whole cents. */
export const roundingsNow = (): Roundings => roundingsOf(current.tax_kind, current.rounding)
/** Calls back after each change; returns how to end that. */
export function onFormats(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const locales: Record<NumberStyle, string> = { point: 'en', comma: 'de', space: 'fr', apostrophe: 'de-CH' }
/** The locale whose numbers look like the style. */
export const numberLocale = (style: NumberStyle = current.number_style): string => locales[style]

/**
 * Creates a formatter on first use: creating all at once would delay the first paint by a tenth of a second on a phone.
 */
function lazily<Format>(make: () => Format): () => Format {
  let made: Format | undefined
  return () => (made ??= make())
}

const dayFormats: Record<DateStyle, [string, Intl.DateTimeFormatOptions]> = {
  words: ['en-GB', { day: 'numeric', month: 'short', year: 'numeric' }],
  day_first: ['en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' }],
  day_dots: ['de', { day: '2-digit', month: '2-digit', year: 'numeric' }],
  month_first: ['en-US', { day: '2-digit', month: '2-digit', year: 'numeric' }],
  year_first: ['sv-SE', { day: '2-digit', month: '2-digit', year: 'numeric' }],
}
const weekdays: Record<'short' | 'long', [string, Intl.DateTimeFormatOptions]> = {
  short: ['en-GB', { weekday: 'short' }],
  long: ['en-GB', { weekday: 'long' }],
}
const clocks: Record<HourStyle, [string, Intl.DateTimeFormatOptions]> = {
  '24h': ['en-GB', { hour: '2-digit', minute: '2-digit' }],
  '12h': ['en-GB', { hour: 'numeric', minute: '2-digit', hour12: true }],
}
const seconds: Record<HourStyle, [string, Intl.DateTimeFormatOptions]> = {
  '24h': ['en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' }],
  '12h': ['en-GB', { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true }],
}

const writers = new Map<unknown, Map<string, Intl.DateTimeFormat>>()
/** Formats a moment in a zone. Each formatter is created on first use. */
function inZone(zone: string, format: [string, Intl.DateTimeFormatOptions], at: string | number): string {
  const known = writers.get(format) ?? new Map<string, Intl.DateTimeFormat>()
  writers.set(format, known)
  const writer = known.get(zone) ?? new Intl.DateTimeFormat(format[0], { ...format[1], timeZone: zone })
  known.set(zone, writer)
  return writer.format(new Date(at))
}

let ofTimes: { of: string | null; zone: string } | null = null
/**
 * The zone of all shown times: the company's. The device's zone until that is read, and when the browser does not know
 * it.
 */
export function zoneOfTimes(): string {
  if (ofTimes?.of === current.time_zone) return ofTimes.zone
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  try {
    const zone = current.time_zone ?? here
    new Intl.DateTimeFormat('en-GB', { timeZone: zone })
    ofTimes = { of: current.time_zone, zone }
  } catch {
    ofTimes = { of: current.time_zone, zone: here }
  }
  return ofTimes.zone
}

const counts: Record<NumberStyle, () => Intl.NumberFormat> = {
  point: lazily(() => new Intl.NumberFormat(locales.point)),
  comma: lazily(() => new Intl.NumberFormat(locales.comma)),
  space: lazily(() => new Intl.NumberFormat(locales.space)),
  apostrophe: lazily(() => new Intl.NumberFormat(locales.apostrophe)),
}

/** The day of a moment where the company is, as it writes days: `20 Nov 2026`. */
export const dayText = (at: string | number, style: DateStyle = current.date_style): string =>
  inZone(zoneOfTimes(), dayFormats[style], at)

/** The time of day of a moment where the company is, as it writes times: `17:45`. */
export const clockText = (at: string | number, style: HourStyle = current.hour_style): string =>
  inZone(zoneOfTimes(), clocks[style], at)

/** The time of day of a moment by the clock of a zone, as the company writes times. `clockIn` is for what is typed and stored. */
export const clockTextIn = (zone: string, at: string | number, style: HourStyle = current.hour_style): string =>
  inZone(zone, clocks[style], at)

/** A time of day, `17:45`, as the company writes times. */
export const timeText = (time: string, style: HourStyle = current.hour_style): string =>
  clockOfDay(style).format(new Date(`2000-01-01T${time}:00Z`))

const clockOfDay = (style: HourStyle): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(clocks[style][0], { ...clocks[style][1], timeZone: 'UTC' })

/** The day and time of a moment where the company is: `20 Nov 2026, 17:45`. */
export const momentText = (at: string | number): string => `${dayText(at)}, ${clockText(at)}`

/** To the second: `17:45:09`. */
export const exactClockText = (at: string | number): string => inZone(zoneOfTimes(), seconds[current.hour_style], at)

/** The day of the week of a moment where the company is: `Friday`. */
export const weekdayOfText = (at: string | number, length: 'short' | 'long' = 'long'): string =>
  inZone(zoneOfTimes(), weekdays[length], at)

/** A time of day without a day, `09:30`, as the company writes times. */
export const wallClockText = (clock: string): string =>
  inZone('UTC', clocks[current.hour_style], `2026-01-01T${clock}:00Z`)

const midnightOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

const patterns: Record<DateStyle, string> = {
  words: 'DD Mmm YYYY',
  day_first: 'DD/MM/YYYY',
  day_dots: 'DD.MM.YYYY',
  month_first: 'MM/DD/YYYY',
  year_first: 'YYYY-MM-DD',
}

/** How the company writes days, for an empty field: no day, so that nobody takes it for one that is filled in. */
export const dayPattern = (): string => patterns[current.date_style]

/** How the company writes times, for an empty field: `HH:MM`. */
export const clockPattern = (): string => (current.hour_style === '12h' ? 'H:MM am' : 'HH:MM')

/**
 * Writes the name of the company's tax into a text: `Total with {tax}`. At the beginning of a text it is `{Tax}`, so that
 * `sales tax` gets its capital there. The stop of `MwSt.` is that of the sentence that it ends, as in `filled`. The unit of
 * lengths stands at `{unit}`: `Width ({unit})`.
 */
export const withTax = (text: string, name: string = current.tax_name): string =>
  text
    .replaceAll(/\{tax\}(\.(?!\.))?/gi, (place, stop: string = '') => {
      const said = place.startsWith('{T') ? name.charAt(0).toUpperCase() + name.slice(1) : name
      return said.endsWith('.') ? said : said + stop
    })
    .replaceAll('{unit}', current.length_unit)

/** An example in an empty field: `e.g. Main entrance`. Without those letters it would look like a value. */
export const example = (text: string): string => `e.g. ${text}`

/** A calendar day such as `2026-11-20`, equal in every time zone. Text that is no day is returned unchanged. */
export const calendarDayText = (day: string, style: DateStyle = current.date_style): string =>
  Number.isNaN(midnightOf(day)) ? day : inZone('UTC', dayFormats[style], midnightOf(day))

/** The day of a moment or of the calendar, whichever it is; empty for nothing. */
export const momentOrDayText = (at: string | null | undefined): string =>
  !at ? '' : at.length === 'YYYY-MM-DD'.length ? calendarDayText(at) : dayText(at)

/** With its day of the week: `Fri, 20 Nov 2026`. */
export const weekdayText = (day: string): string =>
  Number.isNaN(midnightOf(day)) ? day : `${inZone('UTC', weekdays.short, midnightOf(day))}, ${calendarDayText(day)}`

/** A count with thousands separators: `20,000`. */
export const countText = (count: number): string => counts[current.number_style]().format(count)
