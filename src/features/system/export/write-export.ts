import type { ZipDeflate } from 'fflate'
import { collectedZip } from '@/documents/collected-zip'
import { csvRows, toCsv } from '@/shared/domain/text/csv'
import { isUnanswered } from '@/shared/hooks/save-problem'
import type { ExportCatalogue } from './catalogue'
import { readMe } from './read-me'

type Rows = { rows: (string | null)[][]; next: string[] | null }
export type ExportedFile = { bucket: string; name: string; is_public: boolean }

/** Where an export is read from: `after` is `next` of the page before. */
export type ExportReader = {
  start: () => Promise<ExportCatalogue>
  rows: (table: string, after: string[] | null) => Promise<Rows>
  files: (after: string[] | null) => Promise<{ files: ExportedFile[]; next: string[] | null }>
  bytes: (file: ExportedFile) => Promise<Uint8Array>
}

export type ExportStep = { tables: number; table: number; name: string; rows: number; files: number }
export type Exported = { tables: number; rows: number; files: number; zips: number; unread: readonly string[] }

type WriteExport = {
  /** Is handed each zip when it is whole; `part` counts from 1. */
  onZip: (zip: Blob, part: number) => void
  onStep?: (step: ExportStep) => void
  /** Throws when the export is to stop. */
  check?: () => void
  /** When a zip is full, so that every program reads it and the browser holds one at a time. */
  most?: { bytes: number; entries: number }
  /** Before a read is tried again, in ms. */
  waits?: readonly number[]
  now?: () => Date
}

/** A zip without the extensions for large files holds 4 GB and 65,535 files. */
const mostOfOne = { bytes: 1_500_000_000, entries: 50_000 }
const usualWaits = [1000, 5000, 20_000]

/**
 * Writes everything into zips: README.txt, tables/*.csv, files/*, and contents.csv at the end, which counts what is in it. Tables
 * are read page by page and files one by one; nothing else is held. A file that cannot be read is listed and does not end the export.
 */
export async function writeExport(source: ExportReader, options: WriteExport): Promise<Exported> {
  const { onStep, check = () => {}, waits = usualWaits, now = () => new Date() } = options
  const zips = await zipsOf(options.onZip, options.most ?? mostOfOne)
  const read = async <Value>(what: () => Promise<Value>): Promise<Value> => {
    for (let tries = 0; ; tries++) {
      check()
      try {
        return await what()
      } catch (failure) {
        const wait = isRefused(failure) ? undefined : waits[tries]
        if (wait === undefined) throw failure
        await new Promise((done) => setTimeout(done, wait))
      }
    }
  }
  const started = now()
  const catalogue = await read(source.start)
  zips.add('README.txt', readMe(catalogue, started))
  const step = { tables: catalogue.tables.length, table: 0, name: '', rows: 0, files: 0 }
  const counts: [string, number][] = []
  for (const { name, columns } of catalogue.tables) {
    step.table += 1
    step.name = name
    const entry = zips.open(`tables/${name}.csv`)
    entry.push(
      toCsv(
        columns.map((column) => column.name),
        [],
      ),
    )
    let count = 0
    for (let after: string[] | null = null; ;) {
      const page: Rows = await read(() => source.rows(name, after))
      entry.push(csvRows(page.rows))
      count += page.rows.length
      step.rows += page.rows.length
      onStep?.({ ...step })
      if (page.next === null) break
      after = page.next
    }
    entry.end()
    counts.push([`tables/${name}.csv`, count])
  }
  const onFile = () => {
    step.files += 1
    onStep?.({ ...step })
  }
  const unread = await addFiles(source, { read, check, zips, onFile })
  zips.add('contents.csv', contentsOf(counts, unread, started, now()))
  return { tables: step.tables, rows: step.rows, files: step.files, zips: zips.end(), unread }
}

const contentsOf = (counts: readonly [string, number][], unread: readonly string[], from: Date, until: Date): string =>
  toCsv(
    ['file', 'rows', 'remark'],
    [
      ...counts.map(([file, rows]) => [file, rows, null]),
      ...unread.map((file) => [file, null, 'This file could not be read.']),
      ['begun', null, from.toISOString()],
      ['finished', null, until.toISOString()],
    ],
  )

type Read = <Value>(what: () => Promise<Value>) => Promise<Value>
type AddFiles = { read: Read; check: () => void; zips: Zips; onFile: () => void }

/** Adds every file; returns the names of those that could not be read. */
async function addFiles(source: ExportReader, { read, check, zips, onFile }: AddFiles): Promise<string[]> {
  const unread: string[] = []
  for (let after: string[] | null = null; ;) {
    const page: Awaited<ReturnType<ExportReader['files']>> = await read(() => source.files(after))
    for (const file of page.files) {
      const name = pathOf(file)
      const bytes = await read(() => source.bytes(file).catch(missing)).catch((failure: unknown) => {
        check()
        // The server answered, and does not give this file at any try. Without a line the export ends.
        if (failure instanceof Error && !isUnanswered(failure)) return null
        throw failure
      })
      if (bytes === null) unread.push(name)
      else zips.add(name, bytes)
      onFile()
    }
    if (page.next === null) return unread
    after = page.next
  }
}

/** A file that the server does not have is null; anything else is tried again. */
function missing(failure: unknown): null {
  if (failure instanceof Error && /not found|answered 4|does not exist/i.test(failure.message)) return null
  throw failure
}

/** The database said no: it says so again. */
const isRefused = (failure: unknown): boolean =>
  failure instanceof Error && typeof Reflect.get(failure, 'code') === 'string'

/** Where a file stands in the zip: no name leads out of it. */
const pathOf = ({ bucket, name }: ExportedFile): string =>
  ['files', bucket, ...name.split('/').map((part) => (/^\.*$/.test(part) ? `_${part.length}` : part))].join('/')

type Entry = { push: (text: string) => void; end: () => void }
type Zips = {
  open: (name: string) => Entry
  add: (name: string, content: string | Uint8Array) => void
  /** Ends the last zip; returns how many there are. */
  end: () => number
}

/** Zips one after the other: the next begins where one is full. */
async function zipsOf(onZip: WriteExport['onZip'], most: { bytes: number; entries: number }): Promise<Zips> {
  const { Zip, ZipDeflate: Deflated, ZipPassThrough, strToU8 } = await import('fflate')
  let part = 1
  let entries = 0
  let current = collectedZip(Zip)
  const close = () => {
    current.zip.end()
    onZip(current.blob(), part)
  }
  const begin = <Made extends ZipDeflate | InstanceType<typeof ZipPassThrough>>(entry: Made, size: number): Made => {
    if (entries > 0 && (entries >= most.entries || current.size() + size > most.bytes)) {
      close()
      part += 1
      entries = 0
      current = collectedZip(Zip)
    }
    entries += 1
    current.zip.add(entry)
    return entry
  }
  const open = (name: string): Entry => {
    const entry = begin(new Deflated(name), 0)
    return { push: (text) => entry.push(strToU8(text)), end: () => entry.push(new Uint8Array(), true) }
  }
  return {
    open,
    add: (name, content) => {
      if (typeof content !== 'string') return begin(new ZipPassThrough(name), content.length).push(content, true)
      const entry = open(name)
      entry.push(content)
      entry.end()
    },
    end: () => {
      close()
      return part
    },
  }
}
