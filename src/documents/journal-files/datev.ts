import type { GivenEntry, GivenLine, HandOver, HandOverWriter } from './format.ts'
import { isCashDiscount, wordsOf } from './format.ts'
import { pairsOf } from './pairs.ts'
import { inWindows1252, windows1252 } from './windows-1252.ts'

const numbered = (count: number, of: (number: number) => readonly string[]) =>
  Array.from({ length: count }, (_, place) => of(place + 1)).flat()

/** The 125 columns of a booking batch of format version 13, in their order. */
export const datevColumns: readonly string[] = [
  ...[
    'Umsatz (ohne Soll/Haben-Kz)',
    'Soll/Haben-Kennzeichen',
    'WKZ Umsatz',
    'Kurs',
    'Basis-Umsatz',
    'WKZ Basis-Umsatz',
  ],
  ...['Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1', 'Belegfeld 2', 'Skonto'],
  ...['Buchungstext', 'Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre'],
  'Beleglink',
  ...numbered(8, (number) => [`Beleginfo - Art ${number}`, `Beleginfo - Inhalt ${number}`]),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)'],
  ...['EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...numbered(20, (number) => [`Zusatzinformation - Art ${number}`, `Zusatzinformation- Inhalt ${number}`]),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp'],
  ...['Auftragsnummer', 'Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)'],
  ...['Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz'],
  ...['Buchungs GUID', 'KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername', 'Beteiligtennummer'],
  ...['Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis', 'Bezeichnung SoBil-Sachverhalt'],
  ...['Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit'],
  ...['Generalumkehr (GU)', 'Steuersatz', 'Land', 'Abrechnungsreferenz', 'BVV-Position'],
  ...['EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
]

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const compact = (day: string) => day.replaceAll('-', '')
/** A text of one line, of so many letters at most. */
const short = (text: string, most: number) => [...inWindows1252(text).replace(/\p{Cc}+/gu, ' ')].slice(0, most).join('')

/** The first line: 31 fields that say whose bookings these are, and of which days. */
function header({ from, to, madeAt, isClosed, place, facts }: HandOver): string {
  const moment = new Date(madeAt).toISOString().replace(/\D/g, '').slice(0, 17)
  return [
    ...['"EXTF"', '700', '21', '"Buchungsstapel"', '13', moment, '', '"RE"', '""', '""'],
    ...[String(facts.consultant_number ?? ''), String(facts.client_number ?? '')],
    ...[
      compact(facts.year_from ?? `${from.slice(0, 4)}-01-01`),
      String(facts.account_length ?? 4),
      compact(from),
      compact(to),
    ],
    ...[quoted(short(`Buchungsstapel ${place}`, 30)), '""', '1', '0', isClosed ? '1' : '0', quoted(facts.currency)],
    ...['', '""', '', '', '""', '', '', '""', '""'],
  ].join(';')
}

/** The largest amount of one row has ten digits before the comma. */
const mostCents = 999_999_999_999n
const amountText = (cents: bigint) => `${cents / 100n},${String(cents % 100n).padStart(2, '0')}`
const accountOf = (line: GivenLine) => (line.personal === null ? line.code : String(line.personal))

function rowsOf(entry: GivenEntry, { facts, isClosed }: HandOver): string[] {
  const isAutomatic = (line: GivenLine) => facts.automatic_accounts?.includes(line.code) ?? false
  const text = short(
    [entry.party, isCashDiscount(entry) ? 'Skonto' : null, wordsOf(entry)].filter(Boolean).join(' · '),
    60,
  )
  const number = short(entry.number ?? '', 36).replace(/[^\w$&%*+/-]/g, '-')
  return pairsOf(entry).flatMap(({ debit, credit, cents }) => {
    const rows: string[] = []
    for (let left = cents; left > 0n; left -= mostCents) {
      const cells = Array.from({ length: datevColumns.length }, () => '')
      const set = (column: string, value: string) => {
        cells[datevColumns.indexOf(column)] = value
      }
      set('Umsatz (ohne Soll/Haben-Kz)', amountText(left < mostCents ? left : mostCents))
      set('Soll/Haben-Kennzeichen', '"S"')
      set('WKZ Umsatz', quoted(facts.currency))
      set('Konto', accountOf(debit))
      set('Gegenkonto (ohne BU-Schlüssel)', accountOf(credit))
      // VAT has rows of its own: the key keeps an automatic account from working it out once more.
      if (isAutomatic(debit) || isAutomatic(credit)) set('BU-Schlüssel', '"0040"')
      set('Belegdatum', entry.on_date.slice(8, 10) + entry.on_date.slice(5, 7))
      set('Belegfeld 1', quoted(number))
      set('Buchungstext', quoted(text))
      set('Festschreibung', isClosed ? '1' : '0')
      rows.push(cells.join(';'))
    }
    return rows
  })
}

/** A DATEV booking batch: EXTF, header version 700, category 21, format version 13, in Windows-1252. */
export const writeDatev: HandOverWriter = async (of) => {
  const parts = [windows1252(`${header(of)}\r\n${datevColumns.join(';')}\r\n`)]
  for await (const page of of.entries)
    parts.push(
      windows1252(
        page
          .flatMap((entry) => rowsOf(entry, of))
          .map((row) => `${row}\r\n`)
          .join(''),
      ),
    )
  return new Blob(parts, { type: 'text/csv;charset=windows-1252' })
}
