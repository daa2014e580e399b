import { Text } from '@mantine/core'
import { useState } from 'react'
import { fileNameOf, formatNamed } from '@/documents/journal-files/formats'
import { saveFile } from '@/shared/lib/save-file'
import { readHandOver } from '../api/hand-over.query'
import { entriesText } from '../hand-over-words'

/** Saves the file of a hand-over, and says how far it has been read. */
export function useFileOf() {
  const [read, setRead] = useState<number | null>(null)
  return {
    save: async (id: string) => {
      try {
        const of = await readHandOver(id, setRead)
        const format = formatNamed(of.format)
        if (format === undefined) throw new Error(`No writer for ${of.format}`)
        const write = await format.load()
        const file = await write(of)
        saveFile(fileNameOf(format, of, file), file)
      } finally {
        setRead(null)
      }
    },
    progress: read === null ? null : <Text size="sm" role="status">{`${entriesText(read)} …`}</Text>,
  }
}
