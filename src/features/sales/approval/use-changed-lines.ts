import { useState } from 'react'
import type { DocumentLine } from '@/documents/lines'

/** What the client reads of a line. Which options are chosen is their own act. */
const factsOf = ({ is_selected: _, ...line }: DocumentLine): string => JSON.stringify(line)

/**
 * The lines that the office changed or added with the version that came last while the page was open. A version is frozen when it is sent, so
 * what changes within one, options and quantities, is an act of the client.
 */
export function useChangedLines(version: number, lines: readonly DocumentLine[]): readonly DocumentLine[] {
  const [seen, setSeen] = useState({ version, lines, changed: noLines })
  if (seen.version === version) {
    if (seen.lines !== lines) setSeen({ ...seen, lines })
    return seen.changed
  }
  const before = new Map(seen.lines.map((line) => [line.id, factsOf(line)]))
  const changed = lines.filter((line) => before.get(line.id) !== factsOf(line))
  setSeen({ version, lines, changed })
  return changed
}

const noLines: readonly DocumentLine[] = []
