/** The kinds of documents that have a number of their own. Numbers are drawn by the database, under a lock. */
export const numberedKinds = [
  'quotation',
  'order',
  'job',
  'delivery',
  'invoice',
  'credit_note',
  'payment',
  'statement',
] as const
export type NumberedKind = (typeof numberedKinds)[number]

const prefixes: Record<NumberedKind, string> = {
  quotation: 'Q',
  order: 'SO',
  job: 'JOB',
  delivery: 'DN',
  invoice: 'INV',
  credit_note: 'CN',
  payment: 'RCPT',
  statement: 'ST',
}

/** `Q-2026-0142`: the prefix of the kind, the year, and the running number with at least four digits. */
export const documentNumber = (kind: NumberedKind, year: number, running: number): string =>
  `${prefixes[kind]}-${year}-${String(running).padStart(4, '0')}`

/** The number of a later version of a quotation: `Q-2026-0142-R2`. The first version has none. */
export const versionNumber = (number: string, version: number): string =>
  version > 1 ? `${number}-R${version}` : number

/** One drop of a delivery: `DN-2026-0077/1`. */
export const dropNumber = (number: string, drop: number): string => `${number}/${drop}`

/** A job of an order: `JOB-2026-0098-A` for SO-2026-0098; after Z come AA, AB. `index` begins at 0. */
export const jobNumber = (orderNumber: string, index: number): string =>
  `${orderNumber.replace(/^SO-/, 'JOB-')}-${letters(index)}`

function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last
}

/**
 * What a typed number names: `so 2026 98`, `SO-2026-0098` and `Q-2026-0142-R2` are understood. Null when it is no number
 * of ours.
 */
export function readNumber(typed: string): { kind: NumberedKind; number: string } | null {
  const [, prefix = '', year = '', running = ''] =
    /^([A-Z]+)[\s-]*(\d{4})[\s-]+0*(\d{1,9})(?:-(?:R\d+|[A-Z]+)|\/\d+)?$/i.exec(typed.trim()) ?? []
  const kind = numberedKinds.find((known) => prefixes[known] === prefix.toUpperCase())
  return kind ? { kind, number: documentNumber(kind, Number(year), Number(running)) } : null
}
