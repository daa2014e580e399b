import { toBytes } from 'pdfkit/output'
import { qrPath } from '../paper/qr-path.ts'
import { printable } from './characters.ts'
import { type Fonts, grey, ink, Sheet, type Style } from './sheet.ts'

export type Label = {
  /** The large text, which people call out. */
  number: string
  title: string
  facts: readonly string[]
  /** The address in the QR code. */
  address: string
}

const columns = 2
const labelHeight = 144
const padding = 10
const number: Style = { size: 15, weight: 'semibold' }
const title: Style = { size: 11, weight: 'semibold' }
const fact: Style = { size: 9, colour: grey }

/** Labels on A4, two beside each other and five below: number, name, facts, and a QR code. */
export async function labelsPdf(
  labels: readonly Label[],
  { fonts, at, title: name }: { fonts: Fonts; at: Date; title: string },
): Promise<Uint8Array> {
  const sheet = new Sheet(fonts, { title: name, author: 'Signwright', subject: name, at, size: 'A4' })
  const width = sheet.width / columns
  labels.forEach((label, place) => {
    if (place % columns === 0) {
      if (place > 0) sheet.y += labelHeight
      sheet.need(labelHeight)
    }
    drawLabel(sheet, label, sheet.left + (place % columns) * width, sheet.y, width)
  })
  sheet.root.end()
  const bytes = toBytes(sheet.doc)
  sheet.doc.end()
  return bytes
}

function drawLabel(sheet: Sheet, label: Label, x: number, y: number, width: number): void {
  const { doc } = sheet
  const side = labelHeight - 2 * padding - 34
  sheet.artifact(() => {
    doc
      .rect(x + 2, y + 2, width - 4, labelHeight - 4)
      .lineWidth(0.5)
      .dash(2, { space: 2 })
      .strokeColor(grey)
      .stroke()
      .undash()
    const code = qrPath(label.address)
    doc
      .save()
      .translate(x + width - padding - side, y + labelHeight - padding - side)
      .scale(side / code.side)
      .path(code.path)
      .fill(ink)
      .restore()
  })
  const section = sheet.group(sheet.root, 'Sect')
  sheet.tag(section, 'H1', () => sheet.draw(printable(label.number), x + padding, y + padding, number))
  const room = width - 3 * padding - side
  let top = y + padding + 26
  const write = (text: string, style: Style, most: number) => {
    for (const line of sheet.wrap(text, room, style).slice(0, most)) {
      const at = top
      sheet.tag(section, 'P', () => sheet.draw(line, x + padding, at, style))
      top += sheet.lineHeight(style)
    }
  }
  write(label.title, title, 3)
  for (const one of label.facts) write(one, fact, 2)
  section.end()
}
