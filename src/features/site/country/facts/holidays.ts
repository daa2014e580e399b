import { dayAfter, weekdayOf } from '@/shared/domain/time/days'

/** A day on which a country is closed. */
export type Holiday = { day: string; name: string }

/**
 * National public holidays. A rule is a day (`12-25`), days after Easter (`E+1`), after Orthodox Easter (`O+1`), the nth day of
 * the week of a month (`5:1:1` is the first Monday of May, `5:-1:1` the last), or the first day of the week on or after a day
 * (`06-20>6`). `*`: on a weekend the next working day instead; `~`: Saturday the day before, Sunday the day after; `?`: the 1st of the
 * month where that is a Friday. Sources: docs/countries.md.
 */
const rules = {
  AT: '01-01 01-06 E+1 05-01 E+39 E+50 E+60 08-15 10-26 11-01 12-08 12-25 12-26',
  BE: '01-01 E+1 05-01 E+39 E+50 07-21 08-15 11-01 11-11 12-25',
  BG: '01-01 03-03 O-2 O+1 05-01 05-06 05-24 09-06 09-22 12-24 12-25 12-26',
  CH: '01-01 E+39 08-01 12-25',
  CY: '01-01 01-06 O-48 03-25 04-01 O-2 O+1 05-01 O+50 08-15 10-01 10-28 12-25 12-26',
  CZ: '01-01 E-2 E+1 05-01 05-08 07-05 07-06 09-28 10-28 11-17 12-24 12-25 12-26',
  DE: '01-01 E-2 E+1 05-01 E+39 E+50 10-03 12-25 12-26',
  DK: '01-01 E-3 E-2 E+1 E+39 E+50 12-25 12-26',
  EE: '01-01 02-24 E-2 05-01 06-23 06-24 08-20 12-24 12-25 12-26',
  ES: '01-01 01-06 E-2 05-01 08-15 10-12 11-01 12-06 12-08 12-25',
  FI: '01-01 01-06 E-2 E+1 05-01 E+39 06-20>6 10-31>6 12-06 12-25 12-26',
  FR: '01-01 E+1 05-01 05-08 E+39 E+50 07-14 08-15 11-01 11-11 12-25',
  GB: '01-01* E-2 E+1 5:1:1 5:-1:1 8:-1:1 12-25* 12-26*',
  GR: '01-01 01-06 O-48 03-25 O-2 O+1 05-01 O+50 08-15 10-28 12-25 12-26',
  HR: '01-01 01-06 E+1 05-01 05-30 E+60 06-22 08-05 08-15 11-01 11-18 12-25 12-26',
  HU: '01-01 03-15 E-2 E+1 05-01 E+50 08-20 10-23 11-01 12-25 12-26',
  IE: '01-01 2:1:1? 03-17 E+1 5:1:1 6:1:1 8:1:1 10:-1:1 12-25 12-26',
  IT: '01-01 01-06 E+1 04-25 05-01 06-02 08-15 10-04 11-01 12-08 12-25 12-26',
  LT: '01-01 02-16 03-11 E+1 05-01 06-24 07-06 08-15 11-01 11-02 12-24 12-25 12-26',
  LU: '01-01 E+1 05-01 05-09 E+39 E+50 06-23 08-15 11-01 12-25 12-26',
  LV: '01-01 E-2 E+1 05-01 05-04* 06-23 06-24 11-18* 12-24 12-25 12-26 12-31',
  MT: '01-01 02-10 03-19 03-31 E-2 05-01 06-07 06-29 08-15 09-08 09-21 12-08 12-13 12-25',
  NL: '01-01 E+1 04-27 E+39 E+50 12-25 12-26',
  NO: '01-01 E-3 E-2 E+1 05-01 05-17 E+39 E+50 12-25 12-26',
  PL: '01-01 01-06 E+1 05-01 05-03 E+60 08-15 11-01 11-11 12-24 12-25 12-26',
  PT: '01-01 E-2 04-25 05-01 E+60 06-10 08-15 10-05 11-01 12-01 12-08 12-25',
  RO: '01-01 01-02 01-06 01-07 01-24 O-2 O+1 05-01 O+50 06-01 08-15 11-30 12-01 12-25 12-26',
  SE: '01-01 01-06 E-2 E+1 05-01 E+39 06-06 06-20>6 10-31>6 12-25 12-26',
  SI: '01-01 01-02 02-08 E+1 04-27 05-01 05-02 06-25 08-15 10-31 11-01 12-25 12-26',
  SK: '01-01 01-06 E-2 E+1 05-01 07-05 08-29 11-01 12-24 12-25 12-26',
  US: '01-01~ 1:3:1 2:3:1 5:-1:1 06-19~ 07-04~ 9:1:1 10:2:1 11-11~ 11:4:4 12-25~',
} as const

/** Names of days that many countries share. Others are called a public holiday. */
const names: Readonly<Record<string, string>> = {
  '01-01': 'New Year’s Day',
  '01-06': 'Epiphany',
  '05-01': 'Labour Day',
  '08-15': 'Assumption',
  '11-01': 'All Saints’ Day',
  '12-08': 'Immaculate Conception',
  '12-24': 'Christmas Eve',
  '12-25': 'Christmas Day',
  '12-26': 'Second day of Christmas',
  '12-31': 'New Year’s Eve',
  'E-3': 'Maundy Thursday',
  'E-2': 'Good Friday',
  'E+1': 'Easter Monday',
  'E+39': 'Ascension',
  'E+50': 'Whit Monday',
  'E+60': 'Corpus Christi',
  'O-48': 'Clean Monday',
  'O-2': 'Good Friday',
  'O+1': 'Easter Monday',
  'O+50': 'Whit Monday',
  'MT 02-10': 'St Paul’s Shipwreck',
  'MT 03-19': 'St Joseph',
  'MT 03-31': 'Freedom Day',
  'MT 06-07': 'Sette Giugno',
  'MT 06-29': 'St Peter and St Paul',
  'MT 09-08': 'Victory Day',
  'MT 09-21': 'Independence Day',
  'MT 12-13': 'Republic Day',
  'PT 04-25': 'Freedom Day',
  'PT 06-10': 'Portugal Day',
  'PT 10-05': 'Republic Day',
  'PT 12-01': 'Restoration of Independence',
  'DE 10-03': 'German Unity Day',
  'FR 05-08': 'Victory Day',
  'FR 07-14': 'National Day',
  'FR 11-11': 'Armistice Day',
  'US 1:3:1': 'Martin Luther King Jr. Day',
  'US 2:3:1': 'Washington’s Birthday',
  'US 5:-1:1': 'Memorial Day',
  'US 06-19': 'Juneteenth',
  'US 07-04': 'Independence Day',
  'US 9:1:1': 'Labor Day',
  'US 10:2:1': 'Columbus Day',
  'US 11-11': 'Veterans Day',
  'US 11:4:4': 'Thanksgiving Day',
  'GB 5:1:1': 'Early May bank holiday',
  'GB 5:-1:1': 'Spring bank holiday',
  'GB 8:-1:1': 'Summer bank holiday',
}

export const countriesWithHolidays: readonly string[] = Object.keys(rules)

/** The public holidays of a country in a year, by day; none where they are not known here. */
export function holidaysOf(country: string, year: number): Holiday[] {
  const own: string | undefined = Object.hasOwn(rules, country) ? rules[country as keyof typeof rules] : undefined
  const days = new Map<string, string>()
  for (const written of own?.split(' ') ?? []) {
    const rule = written.replace(/[*~?]$/, '')
    const name = names[`${country} ${rule}`] ?? names[rule] ?? 'Public holiday'
    let day = dayOf(rule, year)
    if (written.endsWith('*')) while (weekdayOf(day) > 5 || days.has(day)) day = dayAfter(day, 1)
    if (written.endsWith('~')) day = dayAfter(day, weekdayOf(day) === 6 ? -1 : weekdayOf(day) === 7 ? 1 : 0)
    const first = `${day.slice(0, 8)}01`
    if (written.endsWith('?') && weekdayOf(first) === 5) day = first
    if (!days.has(day)) days.set(day, name)
  }
  return [...days].map(([day, name]) => ({ day, name })).toSorted((one, other) => one.day.localeCompare(other.day))
}

const padded = (number: number) => String(number).padStart(2, '0')

function dayOf(rule: string, year: number): string {
  const [, church, after] = /^([EO])([+-]\d+)$/.exec(rule) ?? []
  if (church) return dayAfter(church === 'E' ? easter(year) : orthodoxEaster(year), Number(after))
  const [, from, toWeekday] = /^(\d\d-\d\d)>(\d)$/.exec(rule) ?? []
  if (from) return firstOn(`${year}-${from}`, Number(toWeekday))
  if (!rule.includes(':')) return `${year}-${rule}`
  const [month = 1, nth = 1, weekday = 1] = rule.split(':').map(Number)
  if (nth > 0) return dayAfter(firstOn(`${year}-${padded(month)}-01`, weekday), 7 * (nth - 1))
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${padded(month + 1)}-01`
  return dayAfter(firstOn(next, weekday), -7)
}

/** The first such day of the week on or after a day. */
const firstOn = (day: string, weekday: number): string => dayAfter(day, (weekday - weekdayOf(day) + 7) % 7)

/** Easter Sunday of the western churches (the anonymous Gregorian algorithm). */
function easter(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return `${year}-${padded(Math.floor(f / 31))}-${padded((f % 31) + 1)}`
}

/** Easter Sunday of the Orthodox churches (Meeus), in the Gregorian calendar of 1900 to 2099. */
function orthodoxEaster(year: number): string {
  const d = (19 * (year % 19) + 15) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
  const sum = d + e + 114
  return dayAfter(`${year}-${padded(Math.floor(sum / 31))}-${padded((sum % 31) + 1)}`, 13)
}
