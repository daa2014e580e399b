import { useState } from 'react'
import type { DocumentLine } from '@/documents/lines'

/** The facts that only the office changes. The client chooses options, and quantities that have price breaks. */
const factsOf = ({ is_selected: _, ...line }: DocumentLine): string =>
  JSON.stringify(line.price_breaks ? { ...line, qty: null, unit_price: null, net: null } : line)
const signatureOf = (lines: readonly DocumentLine[]) => JSON.stringify(lines.map(factsOf))

/** The lines that the office changed or added since the page was opened, the last time that it did. A choice of the client is no change. */
export function useChangedLines(lines: readonly DocumentLine[]): ReadonlySet<string> {
  const [seen, setSeen] = useState({ lines, signature: signatureOf(lines), changed: new Set<string>() })
  const signature = signatureOf(lines)
  if (seen.signature !== signature) {
    const before = new Map(seen.lines.map((line) => [line.id, factsOf(line)]))
    const changed = new Set(lines.filter((line) => before.get(line.id) !== factsOf(line)).map(({ id }) => id))
    setSeen({ lines, signature, changed })
    return changed
  }
  return seen.changed
}
