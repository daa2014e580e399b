import { toBytes } from 'pdfkit/output'
import { isFigure } from '../paper/figures.ts'
import type { Fact, Paper } from '../paper/paper.ts'
import { qrPath } from '../paper/qr-path.ts'
import { printable } from './characters.ts'
import { embedInvoice } from './factur-x.ts'
import { type Below, drawLines, openImage } from './lines-table.ts'
import { drawable, drawableOnes } from './drawable.ts'
import { type Fonts, grey, hairline, ink, type PageSize, Sheet, type Style } from './sheet.ts'

export type PdfOptions = {
  fonts: Fonts
  /** The creation time in the file. */
  at: Date
  /** Default: the size of the company's paper. */
  size?: PageSize
  /** The logo as PNG or JPEG. Without it the company's name is drawn. */
  logo?: ArrayBuffer | null
  /** The pictures of lines as PNG or JPEG, by their paths. One that is missing is left out. */
  pictures?: ReadonlyMap<string, ArrayBuffer>
  /** The same invoice as data: makes the file a Factur-X hybrid. */
  facturX?: string | null
}

const body: Style = { size: 9.5 }
const small: Style = { size: 8.5, colour: grey }
const label: Style = { size: 8, colour: grey }
const figures: Style = { ...body, figures: true }
const title: Style = { size: 14, weight: 'semibold' }
/** The style of a row of the VAT table. */
const vatStyle: Style = { ...figures, size: 8.5 }
const large: Style = { size: 17, weight: 'semibold', figures: true }

/**
 * A paper as a PDF for print and archive (PDF/A-3a): tagged, embedded fonts, numbered pages. It has the content of
 * `PaperSheet` in the same order.
 */
export async function paperPdf(
  paper: Paper,
  {
    fonts,
    at,
    size = paper.company.paperSize === 'letter' ? 'LETTER' : 'A4',
    logo = null,
    pictures = new Map(),
    facturX = null,
  }: PdfOptions,
): Promise<Uint8Array> {
  const [readLogo, readPictures, signed] = await Promise.all([
    drawable(logo),
    drawableOnes(pictures),
    drawable(paper.signed?.image ? bytesOf(paper.signed.image) : null),
  ])
  const name = printable([paper.title, paper.number].filter(Boolean).join(' '))
  const author = printable(paper.company.name)
  const info = { title: name, author, subject: printable(paper.about ?? name), language: paper.language }
  const sheet = new Sheet(fonts, { ...info, at, size })
  drawHead(sheet, paper, readLogo)
  drawTitle(sheet, paper)
  drawAbout(sheet, paper)
  if (paper.about) {
    sheet.y += 14
    sheet.paragraph(paper.about, { ...body, weight: 'semibold' })
  }
  if (paper.note) {
    sheet.y += 5
    sheet.paragraph(paper.note, body)
  }
  sheet.y += 16
  drawLines(sheet, paper.table, readPictures, heightsBelow(sheet, paper))
  drawSums(sheet, paper)
  drawPayment(sheet, paper)
  for (const remark of paper.remarks) {
    sheet.y += 10
    sheet.paragraph(remark, body)
  }
  drawFilling(sheet, paper, readPictures)
  drawTerms(sheet, paper)
  drawSignatures(sheet, paper, signed)
  sheet.onEveryPage((page, pages) => {
    const y = sheet.doc.page.height - 38
    sheet.draw(page === 1 ? author : `${author} · ${name}`, sheet.left, y, label)
    sheet.drawEnd(paper.pageText(String(page), String(pages)), sheet.right, y, label)
  })
  if (facturX) embedInvoice(sheet.doc, facturX, at)
  sheet.root.end()
  const bytes = toBytes(sheet.doc)
  sheet.doc.end()
  return bytes
}

function drawHead(sheet: Sheet, { company }: Paper, logo: ArrayBuffer | null): void {
  const { doc, left, width } = sheet
  sheet.artifact(() => doc.rect(0, 0, doc.page.width, 5).fill(company.colour))
  const top = sheet.y
  const lines = [...(logo ? [company.name] : []), ...company.addressLines, ...company.facts]
  const column = width * 0.42
  if (logo)
    sheet.tag(sheet.root, 'Figure', () => doc.image(logo, left, top, { fit: [width * 0.4, 52] }), { alt: company.name })
  else {
    const style: Style = { size: 14, weight: 'semibold' }
    const names = sheet.wrap(company.name, width - column - 20, style)
    sheet.tag(sheet.root, 'P', () =>
      names.forEach((text, index) => sheet.draw(text, left, top + index * sheet.lineHeight(style), style)),
    )
  }
  const wrapped = lines.flatMap((line) => sheet.wrap(line, column, small))
  sheet.tag(sheet.root, 'P', () =>
    wrapped.forEach((text, index) => sheet.drawEnd(text, sheet.right, top + index * sheet.lineHeight(small), small)),
  )
  sheet.y = top + Math.max(wrapped.length * sheet.lineHeight(small), 56)
}

function drawTitle(sheet: Sheet, { title: words, number, state, company }: Paper): void {
  sheet.y += 22
  const y = sheet.y
  const numberText = printable(number ?? '')
  const after = sheet.left + sheet.widthOf(`${words} `, title)
  sheet.tag(sheet.root, 'H1', () => {
    sheet.draw(words, sheet.left, y, title)
    sheet.draw(numberText, after, y, { ...title, colour: company.colour })
  })
  if (state) {
    const style: Style = { size: 8.5, weight: 'semibold', colour: state.tone === 'quiet' ? grey : ink }
    const width = sheet.widthOf(state.label, style)
    const x = after + (numberText === '' ? 0 : sheet.widthOf(numberText, title) + 12)
    sheet.artifact(() =>
      sheet.doc
        .roundedRect(x, y + 3, width + 10, 14, 2.5)
        .lineWidth(0.7)
        .strokeColor(state.tone === 'quiet' ? grey : ink)
        .stroke(),
    )
    sheet.tag(sheet.root, 'P', () => sheet.draw(state.label, x + 5, y + 4.5, style))
  }
  sheet.y += sheet.lineHeight(title) + 10
}

/** The addressee, the delivery address and the facts, side by side. */
function drawAbout(sheet: Sheet, { addressee, place, facts, code }: Paper): void {
  const top = sheet.y
  const parts = [addressee, ...(place ? [place] : [])]
  const codeWidth = code ? 90 : 0
  const count = parts.length + (facts.length > 0 ? 1 : 0)
  const column = (sheet.width - codeWidth - 20 * (count - 1 + (code ? 1 : 0))) / Math.max(count, 2)
  let bottom = top
  parts.forEach((part, index) => {
    sheet.y = top
    drawBlock(sheet, part.label, part.lines, sheet.left + index * (column + 20), column)
    bottom = Math.max(bottom, sheet.y)
  })
  sheet.y = top
  drawFacts(sheet, facts, sheet.left + parts.length * (column + 20), column)
  bottom = Math.max(bottom, sheet.y)
  if (code) bottom = Math.max(bottom, drawCode(sheet, code.text, code.label, sheet.right - codeWidth, top, codeWidth))
  sheet.y = bottom
}

function drawBlock(sheet: Sheet, heading: string, lines: readonly string[], x: number, width: number): void {
  const top = sheet.y
  const wrapped = lines.flatMap((line) => sheet.wrap(line, width, body))
  const begin = top + sheet.lineHeight(label) + 1
  sheet.tag(sheet.root, 'P', () => {
    sheet.draw(heading, x, top, label)
    wrapped.forEach((text, index) => sheet.draw(text, x, begin + index * sheet.lineHeight(body), body))
  })
  sheet.y = begin + wrapped.length * sheet.lineHeight(body)
}

/** The width of the labels: half of the room at most, less where a figure beside them needs more. */
function labelsWidth(sheet: Sheet, facts: readonly Fact[], width: number): number {
  const widest = (texts: readonly string[], style: Style) =>
    Math.max(0, ...texts.map((text) => sheet.widthOf(printable(text), style)))
  const labels = facts.map((fact) => fact.label)
  const amounts = facts.map(({ value }) => value).filter(isFigure)
  const most = Math.max(Math.min(width * 0.5, width - widest(amounts, body)), width * 0.3)
  return Math.min(most, widest(labels, small) + 12)
}

/** Labels and values in two columns. A figure stays on one line, smaller where it must. */
function drawFacts(sheet: Sheet, facts: readonly Fact[], x: number, width: number): void {
  if (facts.length === 0) return
  const labels = labelsWidth(sheet, facts, width)
  const room = width - labels
  for (const { label: words, value } of facts) {
    const y = sheet.y
    const isWhole = isFigure(value)
    const lines = isWhole ? [printable(value)] : sheet.wrap(value, room, body)
    const shrunk = isWhole ? Math.min(1, room / Math.max(sheet.widthOf(printable(value), body), 1)) : 1
    const wrapped = sheet.wrap(words, labels - 4, small)
    sheet.tag(sheet.root, 'P', () => {
      wrapped.forEach((text, index) => sheet.draw(text, x, y + 1 + index * sheet.lineHeight(small), small))
      lines.forEach((text, index) =>
        sheet.draw(text, x + labels, y + index * sheet.lineHeight(body), { ...body, size: body.size * shrunk }),
      )
    })
    sheet.y += Math.max(lines.length * sheet.lineHeight(body), wrapped.length * sheet.lineHeight(small))
  }
}

/** The room that the bank details need. */
const paymentHeight = 112
/** The room of the signature lines and of what is written on them. */
const signaturesHeight = 90
const termsStyle: Style = { size: 8.5 }

/** The share of the width before the totals. */
const totalsFrom = 0.55
/** The share of the width that the VAT table takes. */
const vatWidth = 0.42
/** The share of the VAT table that the names of its rates keep. */
const leastOfRates = 0.18
type SmallTable = NonNullable<Paper['vat']>
const sumOf = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

const sumsHeight = (sheet: Sheet, { vat, totals, due }: Paper): number => {
  const line = sheet.lineHeight(body)
  const from = sheet.left + sheet.width * totalsFrom
  const heightOf = (facts: readonly Fact[]) =>
    facts.reduce((sum, fact) => sum + amountRow(sheet, fact, from).lines * line, 0)
  const right = heightOf(totals) + (due ? 18 + sheet.lineHeight(large) + heightOf(due.facts) : 0)
  const rows = vat ? [vat.columns.map((column) => column.label), ...vat.rows] : []
  const left = rows.reduce(
    (sum, cells, index) =>
      sum + line * (vat ? wrappedCells(sheet, vat, cells, index === 0 ? label : vatStyle).most : 1) + 4,
    0,
  )
  return Math.max(right, left) + 6
}

type AmountRow = { words: string[]; values: string[]; lines: number }
/**
 * A label and its amount in the column that begins at `from`. An amount stays whole beside the lines of its label. A value in words that does
 * not fit beside the label goes below it, in as many lines as it needs.
 */
function amountRow(sheet: Sheet, { label: words, value }: Fact, from: number): AmountRow {
  const [room, text] = [sheet.right - from, printable(value)]
  const left = room - sheet.widthOf(text, figures) - 8
  if (isFigure(value) || sheet.widthOf(printable(words), body) <= left) {
    const beside = sheet.wrap(words, left, body)
    return { words: beside, values: [text], lines: beside.length }
  }
  const [above, below] = [sheet.wrap(words, room, body), sheet.wrap(value, room, figures)]
  return { words: above, values: [...above.map(() => ''), ...below], lines: above.length + below.length }
}

const textHeight = (sheet: Sheet, text: string, style: Style): number =>
  sheet.wrap(text, sheet.width, style).length * sheet.lineHeight(style)

/** The terms and the signatures under them. */
function agreementHeight(sheet: Sheet, { terms, signatures }: Paper): number {
  const words = terms ? terms.paragraphs.map((text) => 3 + textHeight(sheet, text, termsStyle)) : []
  const heading = terms ? 20 + sheet.lineHeight(termsStyle) : 0
  return heading + words.reduce((sum, height) => sum + height, 0) + (signatures.length > 0 ? signaturesHeight : 0)
}

/** What stays with the last line. A picture takes what is left of a page, so nothing below it is counted. */
function heightsBelow(sheet: Sheet, paper: Paper): Below {
  const sums = 12 + sumsHeight(sheet, paper)
  if (paper.filling) return { sums, whole: sums }
  const remarks = paper.remarks.reduce((sum, remark) => sum + 10 + textHeight(sheet, remark, body), 0)
  const payment = paper.payment ? 20 + paymentHeight : 0
  return { sums, whole: sums + payment + remarks + agreementHeight(sheet, paper) }
}

/** The VAT table on the left, the totals on the right, the amount to pay once and large. */
function drawSums(sheet: Sheet, paper: Paper): void {
  const { vat, totals, due } = paper
  const line = sheet.lineHeight(body)
  sheet.y += 12
  sheet.need(Math.min(sumsHeight(sheet, paper), sheet.pageRoom))
  const top = sheet.y
  if (vat) drawSmallTable(sheet, vat)
  const bottom = sheet.y
  sheet.y = top
  const from = sheet.left + sheet.width * totalsFrom
  totals.forEach((fact) => drawAmount(sheet, fact, from))
  if (due) {
    sheet.y += 6
    sheet.rule(sheet.y, ink, from)
    sheet.y += 6
    const y = sheet.y
    const amount = printable(due.amount)
    const isWide = sheet.widthOf(due.label, body) + sheet.widthOf(amount, large) + 10 > sheet.right - from
    sheet.tag(sheet.root, 'P', () => {
      sheet.draw(due.label, from, isWide ? y : y + 8, body)
      sheet.drawEnd(amount, sheet.right, isWide ? y + line : y, large)
    })
    sheet.y += sheet.lineHeight(large) + (isWide ? line : 0) + 4
    due.facts.forEach((fact) => drawAmount(sheet, fact, from))
  }
  sheet.y = Math.max(sheet.y, bottom)
}

function drawAmount(sheet: Sheet, fact: Fact, from: number): void {
  const y = sheet.y
  const { words, values, lines } = amountRow(sheet, fact, from)
  const line = sheet.lineHeight(body)
  sheet.tag(sheet.root, 'P', () => {
    words.forEach((text, index) => sheet.draw(text, from, y + index * line, body))
    values.forEach((text, index) => text && sheet.drawEnd(text, sheet.right, y + index * line, figures))
  })
  sheet.y += lines * line
}

/** What parts a word or an amount of the VAT table from its neighbour. */
const vatGap = 8

/**
 * The right edges of the columns of the VAT table. A column of amounts is as wide as its widest word or amount; the first
 * column gives way to them.
 */
function edgesOf(sheet: Sheet, { columns, rows }: SmallTable): number[] {
  const whole = columns.reduce((sum, column) => sum + column.share, 0)
  const width = sheet.width * vatWidth
  const others = columns.map(({ label: words, share }, index) => {
    if (index === 0) return 0
    const amounts = rows.map((cells) => sheet.widthOf(printable(cells[index] ?? ''), vatStyle))
    const longest = printable(words)
      .split(/ +|(?<=-)/)
      .map((word) => sheet.widthOf(word, label))
    return Math.max(
      (width * share) / whole,
      ...amounts.map((each) => each + vatGap),
      ...longest.map((each) => each + vatGap),
    )
  })
  const first = Math.max(width - sumOf(others), width * leastOfRates)
  return columns.map((_, index) => sheet.left + first + sumOf(others.slice(0, index + 1)))
}

/** A row of the VAT table: words go on in a next line before they reach what is beside them. */
function wrappedCells(
  sheet: Sheet,
  table: SmallTable,
  cells: readonly string[],
  style: Style,
): { lines: string[][]; most: number } {
  const { columns } = table
  const edges = edgesOf(sheet, table)
  const lines = cells.map((cell, index) => {
    if (columns[index]?.align === 'end' && !/\p{L}/u.test(cell)) return [printable(cell)]
    if (columns[index]?.align === 'end')
      return sheet.wrap(cell, (edges[index] ?? 0) - (edges[index - 1] ?? sheet.left) - vatGap + 0.01, style)
    const isBesideNumber = columns[index + 1]?.align === 'end'
    const end = isBesideNumber
      ? (edges[index + 1] ?? 0) - sheet.widthOf(printable(cells[index + 1] ?? ''), style) - vatGap
      : (edges[index] ?? 0)
    return sheet.wrap(cell, end - (edges[index - 1] ?? sheet.left), style)
  })
  return { lines, most: Math.max(1, ...lines.map((each) => each.length)) }
}

function drawSmallTable(sheet: Sheet, of: SmallTable): void {
  const { columns, rows } = of
  const { left } = sheet
  const table = sheet.group(sheet.root, 'Table')
  const edges = edgesOf(sheet, of)
  const drawRow = (cells: readonly string[], type: 'TH' | 'TD', style: Style) => {
    const row = sheet.group(table, 'TR')
    const y = sheet.y
    const { lines, most } = wrappedCells(sheet, of, cells, style)
    lines.forEach((cell, index) =>
      sheet.tag(
        row,
        type,
        () =>
          cell.forEach((text, place) => {
            const at = y + place * sheet.lineHeight(style)
            if (columns[index]?.align === 'end') sheet.drawEnd(text, edges[index] ?? 0, at, style)
            else sheet.draw(text, edges[index - 1] ?? left, at, style)
          }),
        type === 'TH' ? { scope: 'Column' } : {},
      ),
    )
    row.end()
    sheet.y += most * sheet.lineHeight(style) + 2
    sheet.rule(sheet.y, type === 'TH' ? ink : hairline, left, edges.at(-1) ?? left)
    sheet.y += 2
  }
  drawRow(
    columns.map((column) => column.label),
    'TH',
    label,
  )
  for (const cells of rows) drawRow(cells, 'TD', vatStyle)
  table.end()
}

/** Bank details with the code beside them. */
function drawPayment(sheet: Sheet, { payment }: Paper): void {
  if (!payment) return
  sheet.y += 20
  sheet.need(paymentHeight)
  sheet.rule(sheet.y)
  sheet.y += 10
  const top = sheet.y
  const codeWidth = payment.qr ? 92 : 0
  sheet.tag(sheet.root, 'H2', () => sheet.draw(payment.label, sheet.left, top, { ...body, weight: 'semibold' }))
  sheet.y += sheet.lineHeight(body) + 3
  drawFacts(sheet, payment.facts, sheet.left, sheet.width - codeWidth - 20)
  if (payment.qr)
    sheet.y = Math.max(sheet.y, drawCode(sheet, payment.qr, payment.qrLabel, sheet.right - codeWidth, top, codeWidth))
}

/** A QR code and its words under it; returns where they end. */
function drawCode(sheet: Sheet, text: string, words: string, x: number, y: number, width: number): number {
  const { side, path } = qrPath(text)
  const { doc } = sheet
  sheet.tag(
    sheet.root,
    'Figure',
    () => {
      doc.save()
      doc.translate(x, y).scale(width / side)
      doc.path(path).fill(ink)
      doc.restore()
    },
    { alt: words },
  )
  const lines = sheet.wrap(words, width, label)
  lines.forEach((line, index) =>
    sheet.tag(sheet.root, 'Caption', () => sheet.draw(line, x, y + width + index * sheet.lineHeight(label), label)),
  )
  return y + width + lines.length * sheet.lineHeight(label)
}

/** The least height of a picture that is readable at a machine, and of the lines to write on. */
const leastPicture = 130
const leastNotes = 64
const noteLine = 26
/** A picture that takes at most so much of the width has the notes beside it. */
const mostBeside = 0.62

/** Fills the rest of the sheet: a picture as large as fits, beside or below it lines to write on. */
function drawFilling(sheet: Sheet, { filling }: Paper, pictures: ReadonlyMap<string, ArrayBuffer>): void {
  if (!filling) return
  const { picture } = filling
  const image = picture ? openImage(sheet, pictures.get(picture.path)) : null
  let notesTo = sheet.right
  sheet.y += 16
  if (picture && image) {
    const words = sheet.lineHeight(label) + 4
    sheet.need(Math.min(leastPicture, (sheet.width * image.height) / image.width) + words)
    const scale = Math.min(sheet.width / image.width, (sheet.room - words) / image.height)
    const [width, height] = [image.width * scale, image.height * scale]
    const isBeside = width <= sheet.width * mostBeside
    const [top, x] = [sheet.y, isBeside ? sheet.right - width : sheet.left + (sheet.width - width) / 2]
    const draw = () => sheet.doc.image(image as unknown as ArrayBuffer, x, top, { width, height })
    sheet.tag(sheet.root, 'Figure', draw, { alt: picture.alt })
    sheet.tag(sheet.root, 'Caption', () => sheet.draw(picture.caption, x, top + height + 4, label))
    if (isBeside) notesTo = x - 20
    else sheet.y = top + height + words + 16
  }
  if (sheet.room < leastNotes) return
  const { y } = sheet
  sheet.tag(sheet.root, 'P', () => sheet.draw(filling.notes, sheet.left, y, label))
  while (sheet.room > noteLine) {
    sheet.y += noteLine
    sheet.rule(sheet.y, hairline, sheet.left, notesTo)
  }
}

function drawTerms(sheet: Sheet, paper: Paper): void {
  const { terms } = paper
  if (!terms) return
  // What is agreed and the signature are on one page, where one page has room for both.
  const whole = agreementHeight(sheet, paper)
  sheet.need(whole <= sheet.pageRoom ? whole : 50)
  sheet.y += 20
  sheet.paragraph(terms.label, { size: 8.5, weight: 'semibold' }, { type: 'H2' })
  for (const text of terms.paragraphs) {
    sheet.y += 3
    sheet.paragraph(text, termsStyle)
  }
}

/** The bytes of `data:image/png;base64,…`; null for another text. */
function bytesOf(dataAddress: string): ArrayBuffer | null {
  try {
    const text = atob(dataAddress.slice(dataAddress.indexOf(',') + 1))
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer
  } catch {
    return null
  }
}

/** A picture that cannot be read leaves its place empty. */
function drawnImage(sheet: Sheet, image: ArrayBuffer, x: number, y: number, fit: [number, number]): void {
  try {
    sheet.doc.image(image, x, y, { fit })
  } catch {
    // The paper is worth more than the picture on it.
  }
}

/** The signature lines, with their labels as wide as the line. */
function drawSignatures(sheet: Sheet, { signatures: labels, signed }: Paper, image: ArrayBuffer | null): void {
  if (labels.length === 0) return
  sheet.need(signaturesHeight)
  sheet.y += 56
  sheet.need(30)
  const [gap, top] = [20, sheet.y]
  const width = (sheet.width - gap * (labels.length - 1)) / labels.length
  labels.forEach(({ label: words, holds }, index) => {
    const x = sheet.left + index * (width + gap)
    sheet.rule(top, ink, x, x + width)
    if (holds === 'day' && signed?.day) {
      const day = signed.day
      sheet.tag(sheet.root, 'P', () => sheet.draw(day, x, top - 16, { size: 9.5 }))
    }
    if (holds === 'signature' && image) {
      sheet.tag(sheet.root, 'Figure', () => drawnImage(sheet, image, x, top - 46, [width, 44]), { alt: words })
    }
    if (holds === 'signature' && signed?.typed) {
      const [name = ''] = sheet.wrap(signed.typed, width, { size: 11 })
      sheet.tag(sheet.root, 'P', () => sheet.draw(name, x, top - 18, { size: 11 }))
    }
    const lines = sheet.wrap(words, width, label)
    sheet.tag(sheet.root, 'P', () =>
      lines.forEach((line, row) => sheet.draw(line, x, top + 4 + row * sheet.lineHeight(label), label)),
    )
  })
  sheet.y = top + 30
}
