import type { PaperSize } from './source.ts'
import type { Language } from '../../shared/domain/texts/languages.ts'
import type { Status } from '../statuses.ts'

/**
 * The printed content of a document: every word and number, in order. The screen (`paper-sheet.tsx`) and the PDF
 * (`../pdf/paper-pdf.ts`) draw the same Paper, so they cannot differ.
 */
export type Paper = {
  language: Language
  /** The document's title: `Quotation`. */
  title: string
  /** Its number; null for a draft without one. */
  number: string | null
  state: Status | null
  company: PaperCompany
  addressee: { label: string; lines: string[] }
  /** The delivery address, when it is another one. */
  place: { label: string; lines: string[] } | null
  facts: Fact[]
  /** The subject, in a few words. */
  about: string | null
  /** A paragraph before the lines. */
  note: string | null
  table: PaperTable
  vat: { columns: Column[]; rows: string[][] } | null
  totals: Fact[]
  /** The one large amount. */
  due: { label: string; amount: string; facts: Fact[] } | null
  payment: { label: string; facts: Fact[]; qr: string | null; qrLabel: string } | null
  /** Sentences that the law requires, such as for reverse charge. */
  remarks: string[]
  terms: { label: string; paragraphs: string[] } | null
  /** Lines to sign on, and what of `signed` stands on each. */
  signatures: { label: string; holds: 'name' | 'day' | 'signature' }[]
  /**
   * What stands on the lines to sign on: the day, and a drawn signature (`image` is `data:image/png;base64,…`) or a
   * typed name.
   */
  signed?: { day: string | null; image: string | null; typed?: string | null } | null
  /** The words at the foot of each page: `Page 2 of 3`. */
  pageText: (page: string, pages: string) => string
  /** A QR code for people of the house, such as the address of a job. */
  code: { text: string; label: string } | null
  /** Fills the rest of the last sheet: a picture as large as fits, its caption, and lines to write on. */
  filling?: { picture: { path: string; alt: string; caption: string } | null; notes: string } | null
}

export type Fact = { label: string; value: string }

/** `share` is the part of the width that a column takes, as a weight among its neighbours. */
export type Column = { label: string; align: 'start' | 'end'; share: number }

export type PaperTable = {
  columns: Column[]
  /** The column whose cell takes details and the tick of an option. */
  main: number
  rows: PaperRow[]
  /** Words for the total that is carried from page to page; null for a table without one. */
  carried: { forward: string; brought: string } | null
}

export type PaperRow =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | {
      kind: 'line'
      cells: string[]
      /** Grey text under the main cell. */
      details: string[]
      /** The file of a picture under the main cell. */
      picture?: string | null
      /** A box before the main cell: for an option, or for a step in the workshop. */
      tick: 'ticked' | 'empty' | null
      /** Drawn in grey: an option that is not chosen. */
      isLeftOut: boolean
      /** The sum up to and with this line. */
      carried: string | null
    }

/** A line of plain cells, with grey text under the main one. */
export const plainRow = (cells: string[], details: string[] = []): Extract<PaperRow, { kind: 'line' }> => ({
  kind: 'line',
  cells,
  details,
  tick: null,
  isLeftOut: false,
  carried: null,
})

/** The files of the pictures that a paper shows, each once. */
export const picturesOf = ({ table }: Pick<Paper, 'table'>): string[] => [
  ...new Set(table.rows.flatMap((row) => (row.kind === 'line' && row.picture ? [row.picture] : []))),
]

export type PaperCompany = {
  name: string
  logoUrl: string | null
  /** The colour of the top bar and the number, readable on white paper. */
  colour: string
  addressLines: string[]
  /** E-mail, telephone, tax number, registration number. */
  facts: string[]
  /** The size of its sheets. */
  paperSize: PaperSize
}
