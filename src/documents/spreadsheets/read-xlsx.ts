import { XMLParser } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { at, listOf } from '../xml-tree.ts'

/** One sheet of a workbook: its cells as text, row by row from the first one; a row without a cell is an empty list. */
export type Sheet = { name: string; rows: string[][] }

/** Why a file is no readable workbook, as a sentence. */
export class UnreadableWorkbook extends Error {}

const mostBytes = 200 * 1024 ** 2
const mostColumns = 500
/** Blanks are kept: a word may be written in several looks, and the blank between two words is in one of them. */
const parser = new XMLParser({
  ...{
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreAttributes: false,
    removeNSPrefix: true,
    trimValues: false,
  },
  attributeNamePrefix: '@',
  processEntities: true,
})
const damaged = 'This spreadsheet is damaged. Please save it again as .xlsx.'

/**
 * The visible sheets of an .xlsx file. Numbers are plain decimal text without the noise of binary floating point, percentages
 * have their sign, dates are `2026-01-31`, and a formula is its last result.
 */
export function readXlsx(bytes: Uint8Array): Sheet[] {
  const parts = unpacked(bytes)
  const tree = (path: string): unknown => {
    const part = parts[path]
    if (!part) return undefined
    return parsed(strFromU8(part))
  }
  const book = at(tree('xl/workbook.xml'), 'workbook')
  if (book === undefined) throw new UnreadableWorkbook('This is not a spreadsheet. Please save it as .xlsx or CSV.')
  const targets = new Map(
    listOf(at(tree('xl/_rels/workbook.xml.rels'), 'Relationships.Relationship')).map((each) => [
      textOf(at(each, '@Id')),
      textOf(at(each, '@Target')).replace(/^\/?(xl\/)?/, 'xl/'),
    ]),
  )
  const reading: Reading = {
    strings: listOf(at(tree('xl/sharedStrings.xml'), 'sst.si')).map(richText),
    formats: formatsOf(tree('xl/styles.xml')),
    first: isTrue(textOf(at(book, 'workbookPr.@date1904'))) ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30),
  }
  return listOf(at(book, 'sheets.sheet'))
    .filter((sheet) => !/hidden/i.test(textOf(at(sheet, '@state'))))
    .map((sheet) => ({
      name: textOf(at(sheet, '@name')),
      rows: rowsOf(tree(targets.get(textOf(at(sheet, '@id'))) ?? ''), reading),
    }))
}

type Format = 'plain' | 'day' | 'percent'
type Reading = { strings: string[]; formats: Format[]; first: number }

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/^xl\/(workbook|sharedStrings|styles|_rels\/workbook|worksheets\/[^/]+)\.xml(\.rels)?$/.test(name))
          return false
        total += originalSize
        if (total > mostBytes) throw new UnreadableWorkbook('This spreadsheet is too large. Please divide it.')
        return true
      },
    })
  } catch (error) {
    if (error instanceof UnreadableWorkbook) throw error
    throw new UnreadableWorkbook(damaged)
  }
}

function parsed(xml: string): unknown {
  // Entities of a document type could be endless.
  if (/<!DOCTYPE/i.test(xml.slice(0, 1000))) throw new UnreadableWorkbook(damaged)
  try {
    return parser.parse(xml)
  } catch {
    throw new UnreadableWorkbook(damaged)
  }
}

function rowsOf(sheet: unknown, reading: Reading): string[][] {
  const rows: string[][] = []
  for (const row of listOf(at(sheet, 'worksheet.sheetData.row'))) {
    const number = Number(textOf(at(row, '@r'))) || rows.length + 1
    while (rows.length < number - 1 && rows.length < 1_048_576) rows.push([])
    const cells: string[] = []
    for (const cell of listOf(at(row, 'c'))) {
      const place = columnOf(textOf(at(cell, '@r'))) ?? cells.length
      if (place >= mostColumns) continue
      while (cells.length < place) cells.push('')
      cells[place] = cellText(cell, reading)
    }
    rows.push(cells)
  }
  return rows
}

/** The place of a column from 0: `A1` is 0, `AB7` is 27. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : null
}

function cellText(cell: unknown, { strings, formats, first }: Reading): string {
  const value = textOf(at(cell, 'v'))
  switch (textOf(at(cell, '@t'))) {
    case 's':
      return strings[Number(value)] ?? ''
    case 'inlineStr':
      return richText(at(cell, 'is'))
    case 'str':
      return value
    case 'b':
      return value === '1' ? 'yes' : 'no'
    case 'e':
      return ''
    case 'd':
      return value.slice(0, 10)
    default:
      return value === ''
        ? ''
        : numberText(Number(value), formats[Number(textOf(at(cell, '@s'))) || 0] ?? 'plain', first)
  }
}

function numberText(value: number, format: Format, first: number): string {
  if (!Number.isFinite(value)) return ''
  // A day before March 1900 does not exist in all programs alike, and no paper is so old.
  if (format === 'day' && value >= 61 && value < 2_958_466)
    return new Date(first + Math.floor(value) * 86_400_000).toISOString().slice(0, 10)
  return format === 'percent' ? `${decimalText(value * 100)}%` : decimalText(value)
}

/** Fifteen digits, as spreadsheets show them: 0.1 + 0.2 is `0.3`. */
function decimalText(value: number): string {
  const text = String(Number(value.toPrecision(15)))
  if (!text.includes('e')) return text
  return Math.abs(value) < 1 ? value.toFixed(15).replace(/\.?0+$/, '') : BigInt(Math.round(value)).toString()
}

function formatsOf(styles: unknown): Format[] {
  const own = new Map(
    listOf(at(styles, 'styleSheet.numFmts.numFmt')).map((each) => [
      Number(textOf(at(each, '@numFmtId'))),
      textOf(at(each, '@formatCode')),
    ]),
  )
  return listOf(at(styles, 'styleSheet.cellXfs.xf')).map((each) => {
    const id = Number(textOf(at(each, '@numFmtId')))
    return formatOf(id, own.get(id))
  })
}

function formatOf(id: number, code: string | undefined): Format {
  if (code === undefined) return id === 9 || id === 10 ? 'percent' : isDayFormat(id) ? 'day' : 'plain'
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '')
  return bare.includes('%') ? 'percent' : /[dy]/i.test(bare) && !/general/i.test(bare) ? 'day' : 'plain'
}

/** The built-in formats of days: 14 to 17 and 22, and those of East Asian languages. */
const isDayFormat = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** The text of a shared or inline string, also of one with several looks. */
function richText(item: unknown): string {
  const runs = listOf(at(item, 'r'))
  const texts = runs.length > 0 ? runs.map((run) => textOf(at(run, 't'))) : listOf(at(item, 't')).map(textOf)
  return texts.join('').replaceAll(/\s+/g, ' ').trim()
}

function textOf(value: unknown): string {
  const one: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, '#text') : value
  return typeof one === 'string' ? one : ''
}

const isTrue = (text: string): boolean => text === '1' || text === 'true'
