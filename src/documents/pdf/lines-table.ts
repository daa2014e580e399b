import type { Column, PaperRow, PaperTable } from '../paper/paper.ts'
import { printable } from './characters.ts'
import { grey, hairline, ink, type Sheet, type Struct, type Style } from './sheet.ts'

const cellStyle: Style = { size: 9.5 }
const detailStyle: Style = { size: 8.5, colour: grey, figures: true }
const headStyle: Style = { size: 8, colour: grey }
const headingStyle: Style = { size: 9.5, weight: 'semibold' }
const gap = 14
const pad = 5
const optionIndent = 22
const carriedHeight = 18
/** The room of the repeated head. */
const headHeight = 40

/** The box that the picture of a line is fitted into, in points. */
const pictureBox = { width: 150, height: 92, above: 5 }

type Line = { text: string; style: Style; indent: number }

/** The heights of what stands under the lines: the sums, and all down to the signatures. */
export type Below = { sums: number; whole: number }

/**
 * Draws the lines over as many pages as needed. Each page repeats the head and carries the subtotal from the page
 * before; a heading stays with the line below it. The last line stays with the sums, and with all that is below the
 * lines where one page has room for it.
 */
export function drawLines(
  sheet: Sheet,
  table: PaperTable,
  pictures: ReadonlyMap<string, ArrayBuffer>,
  below: Below,
): void {
  if (table.rows.length === 0) return
  const widths = columnWidths(sheet, table)
  const lefts = widths.map((_, index) => sheet.left + sum(widths.slice(0, index)) + gap * index)
  const struct = sheet.group(sheet.root, 'Table')
  let carried: string | null = null

  const heads = (isFirst: boolean) => {
    const row = isFirst ? sheet.group(struct, 'TR') : null
    const height = sheet.lineHeight(headStyle)
    table.columns.forEach((column, index) => {
      const draw = () =>
        drawCell(sheet, column.label, column, lefts[index] ?? 0, widths[index] ?? 0, sheet.y, headStyle)
      if (row) sheet.tag(row, 'TH', draw, { scope: 'Column' })
      else sheet.artifact(draw, 'Pagination')
    })
    row?.end()
    sheet.y += height + 3
    sheet.rule(sheet.y, ink)
  }
  const carry = (words: string | undefined) => {
    if (words === undefined || carried === null) return
    const amount = carried
    const y = sheet.y + 4
    sheet.artifact(() => {
      sheet.draw(words, sheet.left, y, { ...headStyle, size: 8.5 })
      sheet.drawEnd(amount, sheet.right, y, { ...cellStyle, figures: true })
    }, 'Pagination')
    sheet.y += carriedHeight
  }
  const turn = () => {
    carry(table.carried?.forward)
    sheet.nextPage()
    heads(false)
    carry(table.carried?.brought)
    if (table.carried && carried !== null) sheet.rule(sheet.y)
  }

  const reserved = table.carried ? carriedHeight : 0
  const blocks = table.rows.map((row) => blockOf(sheet, row, table, widths, pictures))
  sheet.need(headHeight + (blocks[0]?.height ?? 0) + reserved)
  heads(true)
  const last = blocks.at(-1)
  const tail = last && headHeight + last.height + below.whole <= sheet.pageRoom ? below.whole : below.sums
  const tailOf = (block: Block | undefined) => (block === last && blocks.length > 1 ? tail : 0)
  blocks.forEach((block, index) => {
    const next = block.row.kind === 'heading' ? blocks[index + 1] : undefined
    const wanted = block.height + (next ? Math.min(next.height, 60) + tailOf(next) : tailOf(block))
    const isWhole = wanted + reserved <= sheet.pageRoom - headHeight
    if (sheet.room < (isWhole ? wanted : 40) + reserved) turn()
    drawBlock(sheet, struct, block, { table, widths, lefts, reserved, turn })
    if (block.row.kind === 'line' && block.row.carried !== null) carried = block.row.carried
    sheet.rule(sheet.y, hairline)
  })
  struct.end()
}

/** An opened picture. The library's types lack this call and its result. */
type OpenImage = { width: number; height: number }
type Opening = { openImage: (bytes: ArrayBuffer) => OpenImage }

type Picture = { image: OpenImage; width: number; height: number }
type Block = { row: PaperRow; lines: Line[]; cells: string[][]; picture: Picture | null; height: number }

/** A picture with its size; null where its bytes cannot be read. */
export function openImage(sheet: Sheet, bytes: ArrayBuffer | undefined): OpenImage | null {
  if (!bytes) return null
  try {
    return (sheet.doc as unknown as Opening).openImage(bytes)
  } catch {
    return null
  }
}

/** The picture in the size that it is drawn in; null where its bytes cannot be read. */
function pictureOf(sheet: Sheet, bytes: ArrayBuffer | undefined, width: number): Picture | null {
  const image = openImage(sheet, bytes)
  if (!image) return null
  const scale = Math.min(Math.min(pictureBox.width, width) / image.width, pictureBox.height / image.height)
  return { image, width: image.width * scale, height: image.height * scale }
}

/** The height of the main cell: its text and the picture under it. */
const mainHeight = (sheet: Sheet, { lines, picture }: Pick<Block, 'lines' | 'picture'>): number =>
  heightOf(sheet, lines) + (picture ? picture.height + pictureBox.above : 0)

function blockOf(
  sheet: Sheet,
  row: PaperRow,
  table: PaperTable,
  widths: number[],
  pictures: ReadonlyMap<string, ArrayBuffer>,
): Block {
  if (row.kind !== 'line') {
    const style = row.kind === 'heading' ? headingStyle : cellStyle
    const text = row.kind === 'heading' ? row.text.toLocaleUpperCase('en') : row.text
    const shown: Style = row.kind === 'heading' ? { ...headingStyle, size: 8.5 } : style
    const lines = sheet.wrap(text, sheet.width, shown).map((line) => ({ text: line, style: shown, indent: 0 }))
    const above = row.kind === 'heading' ? 8 : 0
    return { row, lines, cells: [], picture: null, height: above + heightOf(sheet, lines) + 2 * pad }
  }
  const indent = row.tick === null ? 0 : optionIndent
  const colour = row.isLeftOut ? grey : ink
  const mainWidth = (widths[table.main] ?? 0) - indent
  const lines = [
    ...sheet.wrap(row.cells[table.main] ?? '', mainWidth, cellStyle).map((text) => ({
      text,
      style: { ...cellStyle, colour },
      indent,
    })),
    ...row.details.flatMap((detail) =>
      sheet.wrap(detail, mainWidth, detailStyle).map((text) => ({ text, style: detailStyle, indent })),
    ),
  ]
  const cells = row.cells.map((cell, index) =>
    index === table.main
      ? []
      : isFigure(table.columns[index])
        ? [printable(cell)]
        : sheet.wrap(cell, widths[index] ?? 0, styleOf(table.columns[index])),
  )
  const tallest = Math.max(...cells.map((cell) => cell.length * sheet.lineHeight(cellStyle)))
  const picture = pictureOf(sheet, row.picture ? pictures.get(row.picture) : undefined, mainWidth)
  return { row, lines, cells, picture, height: Math.max(mainHeight(sheet, { lines, picture }), tallest) + 2 * pad }
}

type Place = { table: PaperTable; widths: number[]; lefts: number[]; reserved: number; turn: () => void }

function drawBlock(sheet: Sheet, struct: Struct, block: Block, { table, widths, lefts, reserved, turn }: Place): void {
  const { row, lines, cells, picture } = block
  const tr = sheet.group(struct, 'TR')
  sheet.y += pad + (row.kind === 'heading' ? 8 : 0)
  const top = sheet.y
  const drawMain = () => {
    const td = sheet.group(tr, row.kind === 'heading' ? 'TH' : 'TD')
    for (const { text, style, indent } of lines) {
      const height = sheet.lineHeight(style)
      if (sheet.room < height + reserved) {
        turn()
        sheet.y += pad
      }
      const y = sheet.y
      td.add(() => sheet.draw(text, (row.kind === 'line' ? (lefts[table.main] ?? 0) : sheet.left) + indent, y, style))
      sheet.y += height
    }
    if (picture && row.kind === 'line') {
      if (sheet.room < picture.height + pictureBox.above + reserved) {
        turn()
        sheet.y += pad
      }
      const [x, y] = [(lefts[table.main] ?? 0) + (row.tick === null ? 0 : optionIndent), sheet.y + pictureBox.above]
      sheet.tag(
        td,
        'Figure',
        () => sheet.doc.image(picture.image as unknown as ArrayBuffer, x, y, { width: picture.width }),
        {
          alt: printable(row.cells[table.main] ?? ''),
        },
      )
      sheet.y = y + picture.height
    }
    td.end()
  }
  if (row.kind !== 'line') {
    drawMain()
  } else {
    if (row.tick !== null) drawTick(sheet, (lefts[table.main] ?? 0) + 8, top + 2.5, row.tick, row.isLeftOut)
    const colour = row.isLeftOut ? grey : ink
    const page = sheet.doc.page
    const drawOther = (index: number) => {
      const column = table.columns[index]
      if (!column) return
      sheet.tag(tr, 'TD', () =>
        (cells[index] ?? []).forEach((text, line) =>
          drawCell(
            sheet,
            text,
            column,
            lefts[index] ?? 0,
            widths[index] ?? 0,
            top + line * sheet.lineHeight(cellStyle),
            { ...styleOf(column), colour },
          ),
        ),
      )
    }
    // Columns before the main one are drawn first: a long description may start a new page.
    table.columns.forEach((_, index) => index !== table.main && index < table.main && drawOther(index))
    const isShort = mainHeight(sheet, block) + reserved <= sheet.room
    if (isShort) drawMain()
    table.columns.forEach((_, index) => index > table.main && drawOther(index))
    if (!isShort) drawMain()
    if (page === sheet.doc.page) sheet.y = Math.max(sheet.y, top + block.height - 2 * pad)
  }
  sheet.y += pad
  tr.end()
}

function drawTick(sheet: Sheet, x: number, y: number, tick: 'ticked' | 'empty', isLeftOut: boolean): void {
  const colour = isLeftOut ? grey : ink
  sheet.artifact(() => {
    sheet.doc.rect(x, y, 8, 8).lineWidth(0.7).strokeColor(colour).stroke()
    if (tick === 'ticked')
      sheet.doc
        .moveTo(x + 1.8, y + 4.2)
        .lineTo(x + 3.4, y + 6)
        .lineTo(x + 6.4, y + 2)
        .lineWidth(1.1)
        .stroke()
  })
}

/** A number is never cut in two: it is written smaller where its column is too narrow. */
function drawCell(sheet: Sheet, text: string, column: Column, x: number, width: number, y: number, style: Style): void {
  if (!isFigure(column)) {
    sheet.draw(text, x, y, style)
    return
  }
  const shrunk = Math.min(1, width / Math.max(sheet.widthOf(text, style), 1))
  const below = ((1 - shrunk) * sheet.lineHeight(style)) / 2
  sheet.drawEnd(text, x + width, y + below, { ...style, size: style.size * shrunk })
}

const isFigure = (column: Column | undefined): boolean => column?.align === 'end'
const styleOf = (column: Column | undefined): Style => ({ ...cellStyle, figures: isFigure(column) })

/** Every column but the main one is as wide as its widest cell, within reason; the main one takes the rest. */
function columnWidths(sheet: Sheet, { columns, main, rows }: PaperTable): number[] {
  const inner = sheet.width - gap * (columns.length - 1)
  const natural = columns.map((column, index) => {
    if (index === main) return 0
    const cells = rows.flatMap((row) => (row.kind === 'line' ? [row.cells[index] ?? ''] : []))
    const widest = Math.max(0, ...cells.map((cell) => sheet.widthOf(printable(cell), styleOf(column))))
    const atLeast = !isFigure(column) && cells.every((cell) => cell === '') ? 90 : 0
    return Math.min(Math.max(widest, atLeast, sheet.widthOf(column.label, headStyle)) + 1, inner * 0.3)
  })
  const others = sum(natural)
  const scale = others > inner * 0.65 ? (inner * 0.65) / others : 1
  return natural.map((width, index) => (index === main ? inner - others * scale : width * scale))
}

const heightOf = (sheet: Sheet, lines: readonly Line[]): number =>
  sum(lines.map(({ style }) => sheet.lineHeight(style)))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
